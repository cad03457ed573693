package dev.onceledger.gateway.sandbox;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** Connections that fill a listener which accepts none, so that the next connect takes for ever. */
final class FullBacklog implements AutoCloseable {
  private static final int CONNECTIONS_MAX = 64;
  private static final int CONNECT_MILLIS = 200;

  private final List<Socket> sockets = new ArrayList<>();

  FullBacklog(ServerSocket listener) throws IOException {
    while (sockets.size() < CONNECTIONS_MAX) {
      Socket socket = new Socket();
      sockets.add(socket);
      try {
        socket.connect(listener.getLocalSocketAddress(), CONNECT_MILLIS);
      } catch (SocketTimeoutException e) {
        return;
      }
    }
    throw new IOException("the listener took " + CONNECTIONS_MAX + " connections");
  }

  int size() {
    return sockets.size();
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
