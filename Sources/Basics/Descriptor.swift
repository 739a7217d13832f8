#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Closes files and sockets by their descriptors.
public enum Descriptor {
  /// The system's `close`, for types whose own `close` method hides it.
  public static func close(_ descriptor: Int32) { release(descriptor) }
}

private func release(_ descriptor: Int32) { _ = close(descriptor) }
