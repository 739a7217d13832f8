#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Open files and sockets by their numbers.
public enum Descriptor {
  /// A type with a `close` of its own cannot call the system's by that name.
  public static func close(_ descriptor: Int32) { release(descriptor) }
}

private func release(_ descriptor: Int32) { _ = close(descriptor) }
