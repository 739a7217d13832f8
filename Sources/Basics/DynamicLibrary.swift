import Libc

/// A system library that is loaded on first use and may be missing.
package struct DynamicLibrary {
  /// The reason why a library or one of its functions cannot be used.
  package enum Failure: Error, Hashable, Sendable {
    /// None of the names could be loaded; `reason` is the loader's own message about the last one.
    case library(String, reason: String?)
    /// The library exists, but lacks this function because it is too old.
    case function(String, library: String)
  }

  private let handle: UnsafeMutableRawPointer
  private let name: String

  /// - Parameter names: file names of the library, the best first.
  package init(_ names: [String]) throws(Failure) {
    #if canImport(Darwin)
    // The loader does not search Homebrew's folders.
    let all = names + names.flatMap { ["/opt/homebrew/lib/\($0)", "/usr/local/lib/\($0)"] }
    #else
    let all = names
    #endif
    for name in all {
      // Lazy binding: binding every function of thirty libraries at once takes as long as a small request.
      guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { continue }
      (self.handle, self.name) = (handle, name)
      return
    }
    throw .library(names.first ?? "", reason: dlerror().map { String(cString: $0) })
  }

  /// The address of a function that Swift cannot call itself, for instance a variadic one.
  package func address(_ name: String) throws(Failure) -> UnsafeMutableRawPointer {
    guard let address = dlsym(handle, name) else { throw .function(name, library: self.name) }
    return address
  }

  /// The function with this name; `F` must be the type that the library's header declares for it.
  package func function<F>(_ name: String, as type: F.Type = F.self) throws(Failure) -> F {
    let address = try address(name)
    guard MemoryLayout<F>.size == MemoryLayout<UnsafeMutableRawPointer>.size else {
      throw .function(name, library: self.name)
    }
    return unsafeBitCast(address, to: type)
  }

  /// The function by the first of these names that the library has: some libraries rename theirs.
  package func function<F>(anyOf names: [String], as type: F.Type = F.self) throws(Failure) -> F {
    for name in names.dropLast() where dlsym(handle, name) != nil { return try function(name) }
    return try function(names.last ?? "")
  }
}
