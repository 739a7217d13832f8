import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A non-blocking socket that listens on 127.0.0.1.
struct LoopbackListener: Sendable {
  let descriptor: Int32
  let port: Int

  /// - Parameter port: 0 picks any free port.
  init(port: Int) throws(NetworkError) {
    guard let number = UInt16(exactly: port) else {
      throw NetworkError(.url, "The port \(port) of the login's callback is not a number from 0 to 65535")
    }
    #if canImport(Glibc)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = number.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && Self.listen(descriptor)
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard descriptor >= 0, isListening else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { Descriptor.close(descriptor) }
      throw NetworkError(.connect, "Cannot listen on port \(port) of 127.0.0.1 for the login", detail: reason)
    }
    Self.makePrivate(descriptor)
    self.descriptor = descriptor
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }

  /// The next connection; `nil` if none is waiting.
  func next() -> Int32? {
    #if canImport(Darwin)
    let client = Darwin.accept(descriptor, nil, nil)
    #elseif canImport(Musl)
    let client = Musl.accept(descriptor, nil, nil)
    #else
    let client = Glibc.accept(descriptor, nil, nil)
    #endif
    guard client >= 0 else { return nil }
    Self.makePrivate(client)
    #if canImport(Darwin)
    var yes: Int32 = 1
    setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return client
  }

  func close() { Descriptor.close(descriptor) }

  /// Makes it non-blocking and close-on-exec, so that child processes such as a browser do not inherit it.
  private static func makePrivate(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  private static func listen(_ descriptor: Int32) -> Bool {
    let backlog = Int32(LoopbackServer.connectionLimit)
    #if canImport(Darwin)
    return Darwin.listen(descriptor, backlog) == 0
    #elseif canImport(Musl)
    return Musl.listen(descriptor, backlog) == 0
    #else
    return Glibc.listen(descriptor, backlog) == 0
    #endif
  }
}
