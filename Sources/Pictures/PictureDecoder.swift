package import Basics
package import Documents

/// Decodes pictures with the established libraries: libpng, libjpeg-turbo, libwebp, giflib.
package enum PictureDecoder {
  /// The maximum number of pixels; the size in the file's header is checked before memory is allocated.
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

  /// Checks the size that a file claims.
  static func check(_ width: Int, _ height: Int) throws(PictureError) {
    guard width > 0, height > 0 else { throw .broken("it has no pixels") }
    guard width <= mostPixels, height <= mostPixels / width else { throw .tooLarge(width: width, height: height) }
  }

  /// A grid from three bytes per pixel.
  static func grid(_ width: Int, _ height: Int, _ bytes: [UInt8]) throws(PictureError) -> PixelGrid {
    guard let grid = PixelGrid(width: width, height: height, bytes: bytes) else { throw .broken("it ends early") }
    return grid
  }
}
