#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A system library that is loaded on first use and may be missing.
struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer
  private let name: String

  /// - Parameter names: file names of the library, the best first.
  init(_ names: [String]) throws(PictureError) {
    #if canImport(Darwin)
    // The loader does not search Homebrew's folders.
    let all = names + names.flatMap { ["/opt/homebrew/lib/\($0)", "/usr/local/lib/\($0)"] }
    #else
    let all = names
    #endif
    for name in all {
      guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { continue }
      (self.handle, self.name) = (handle, name)
      return
    }
    throw .missingLibrary(names.first ?? "")
  }

  /// The function with this name; `type` is its C signature.
  func function<F>(_ name: String, as type: F.Type) throws(PictureError) -> F {
    guard let address = dlsym(handle, name), MemoryLayout<F>.size == MemoryLayout<UnsafeMutableRawPointer>.size else {
      throw .missingLibrary("\(self.name) with \(name)")
    }
    return unsafeBitCast(address, to: type)
  }
}
