package dev.onceledger.conformance;

import java.net.URI;
import java.time.Duration;

/**
 * How the service is killed and started again.
 *
 * @param kill a command that kills it, as hard as it likes
 * @param start a command that starts it on what is left
 * @param ready answers 2xx when it serves, and nothing of the kind when it is dead
 * @param requests how many are under way when it is killed
 * @param patience how long a start may take
 */
record CrashPlan(String kill, String start, URI ready, int requests, Duration patience) {}
