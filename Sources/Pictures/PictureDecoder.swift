package import Basics
package import Documents

/// Decodes pictures with the established libraries: libpng, libjpeg-turbo, libwebp, giflib.
package enum PictureDecoder {
  /// The pixel limit; the size in the file's header is checked before memory is allocated.
  static let mostPixels = 40_000_000

  /// - Parameter longestSide: the maximum width and height of the result, which is scaled down to fit.
  package static func decode(
    _ store: ByteStore, as format: ImageFormat, longestSide: Int
  ) throws(PictureError) -> PixelGrid {
    let result: Result<PixelGrid, PictureError> = store.withUnsafeBytes { bytes in
      Result { () throws(PictureError) in try decode(bytes, format, longestSide) }
    }
    let whole = try result.get()
    let side = max(whole.width, whole.height, 1)
    guard side > longestSide else { return whole }
    return whole.scaled(
      toWidth: max(1, whole.width * longestSide / side), height: max(1, whole.height * longestSide / side))
  }

  /// The formats whose library is not installed, or lacks a function.
  package static func missingFormats() -> [ImageFormat] {
    let decoders: [(ImageFormat, () throws(PictureError) -> Void)] = [
      (.png, { () throws(PictureError) in _ = try PNGDecoder() }),
      (.jpeg, { () throws(PictureError) in _ = try JPEGDecoder() }),
      (.webp, { () throws(PictureError) in _ = try WebPDecoder() }),
      (.gif, { () throws(PictureError) in _ = try GIFDecoder() }),
    ]
    return decoders.compactMap { format, open in
      do throws(PictureError) {
        try open()
        return nil
      } catch {
        return format
      }
    }
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, _ format: ImageFormat, _ longestSide: Int
  ) throws(PictureError) -> PixelGrid {
    switch format {
    case .png: try PNGDecoder().decode(bytes)
    case .jpeg: try JPEGDecoder().decode(bytes, longestSide: longestSide)
    case .webp: try WebPDecoder().decode(bytes)
    case .gif: try GIFDecoder().decode(bytes)
    case .bmp, .ico, .avif, .tiff: throw .unknownFormat(format.name)
    }
  }

  /// Checks the size in a file's header.
  static func check(_ width: Int, _ height: Int) throws(PictureError) {
    guard width > 0, height > 0 else { throw .broken("it has no pixels") }
    guard width <= mostPixels, height <= mostPixels / width else { throw .tooLarge(width: width, height: height) }
  }

  /// Creates a grid from three bytes per pixel.
  static func grid(_ width: Int, _ height: Int, _ bytes: [UInt8]) throws(PictureError) -> PixelGrid {
    guard let grid = PixelGrid(width: width, height: height, bytes: bytes) else { throw .broken("it ends early") }
    return grid
  }
}

/// The shared library of a picture format, loaded for the first picture.
struct PictureLibrary {
  private let library: DynamicLibrary

  /// - Parameter names: the file names of the library, in order of preference.
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

/// Why a picture cannot be shown: says what, where, and the next step.
package enum PictureError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The library for the format is not installed.
  case missingLibrary(String)
  case unknownFormat(String)
  /// The picture has more pixels than Apus decodes for a terminal.
  case tooLarge(width: Int, height: Int)
  /// The message of the library.
  case broken(String)

  package var description: String {
    switch self {
    case .missingLibrary(let name): "The library \(name) is not installed, so the picture cannot be drawn."
    case .unknownFormat(let name): "\(name) pictures are not drawn."
    case .tooLarge(let width, let height): "\(width) × \(height) pixels are too many to draw."
    case .broken(let reason): "The picture is broken: \(reason)."
    }
  }
}
