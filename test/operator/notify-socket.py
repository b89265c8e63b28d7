# Listens like systemd for messages of a service, and prints each on a line. Argument: the socket's path.
import os
import socket
import sys

listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listener.bind(sys.argv[1])
print("listening", flush=True)
while True:
    message, descriptors, _, _ = socket.recv_fds(listener, 4096, 8)
    # The sender waits until they are closed.
    for descriptor in descriptors:
        os.close(descriptor)
    print(message.decode().strip().replace("\n", " "), flush=True)
