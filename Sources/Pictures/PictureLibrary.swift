import Basics

/// The library of a picture format, which is loaded by the first picture.
struct PictureLibrary {
  private let library: DynamicLibrary

  /// - Parameter names: file names of the library, the best first.
  init(_ names: [String]) throws(PictureError) {
    do throws(DynamicLibrary.Failure) { library = try DynamicLibrary(names) } catch { throw PictureError(error) }
  }

  /// The function with this name; `type` is its C signature.
  func function<F>(_ name: String, as type: F.Type) throws(PictureError) -> F {
    do throws(DynamicLibrary.Failure) { return try library.function(name, as: type) } catch {
      throw PictureError(error)
    }
  }
}

extension PictureError {
  fileprivate init(_ failure: DynamicLibrary.Failure) {
    switch failure {
    case .library(let name, reason: _): self = .missingLibrary(name)
    case .function(let function, let library): self = .missingLibrary("\(library) with \(function)")
    }
  }
}
