import Documents

/// Decodes JPEG with libjpeg-turbo, which scales large photographs down while decoding.
struct JPEGDecoder {
  private typealias Handle = UnsafeMutableRawPointer
  private typealias Open = @convention(c) () -> Handle?
  private typealias Close = @convention(c) (Handle) -> Int32
  private typealias Header =
    @convention(c) (
      Handle, UnsafeRawPointer?, UInt, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  private typealias Decompress =
    @convention(c) (
      Handle, UnsafeRawPointer?, UInt, UnsafeMutableRawPointer?, Int32, Int32, Int32, Int32, Int32
    ) -> Int32
  private typealias Code = @convention(c) (Handle) -> Int32
  private typealias Words = @convention(c) (Handle) -> UnsafePointer<CChar>?

  private let open: Open
  private let close: Close
  private let header: Header
  private let decompress: Decompress
  private let code: Code
  private let words: Words

  init() throws(PictureError) {
    let library = try PictureLibrary(["libturbojpeg.so.0", "libturbojpeg.dylib", "libturbojpeg.0.dylib"])
    open = try library.function("tjInitDecompress", as: Open.self)
    close = try library.function("tjDestroy", as: Close.self)
    header = try library.function("tjDecompressHeader3", as: Header.self)
    decompress = try library.function("tjDecompress2", as: Decompress.self)
    code = try library.function("tjGetErrorCode", as: Code.self)
    words = try library.function("tjGetErrorStr2", as: Words.self)
  }

  func decode(_ bytes: UnsafeRawBufferPointer, longestSide: Int) throws(PictureError) -> PixelGrid {
    guard let handle = open() else { throw .broken("the decoder could not be started") }
    defer { _ = close(handle) }
    var (wide, high, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard header(handle, bytes.baseAddress, UInt(bytes.count), &wide, &high, &sampling, &space) == 0 else {
      throw .broken(said(handle))
    }
    // The library can halve the size up to three times while decoding.
    let divisor = [8, 4, 2].first { max(Int(wide), Int(high)) / $0 >= longestSide } ?? 1
    let width = (Int(wide) + divisor - 1) / divisor
    let height = (Int(high) + divisor - 1) / divisor
    try PictureDecoder.check(width, height)
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    let done = pixels.withUnsafeMutableBytes { room in
      decompress(
        handle, bytes.baseAddress, UInt(bytes.count), room.baseAddress, Int32(width), Int32(width * 3), Int32(height),
        Self.redGreenBlue, 0)
    }
    // After a warning, such as for a truncated file, the picture is decoded as far as possible.
    guard done == 0 || code(handle) == Self.warning else { throw .broken(said(handle)) }
    return try PictureDecoder.grid(width, height, pixels)
  }

  private static let redGreenBlue: Int32 = 0
  private static let warning: Int32 = 0

  private func said(_ handle: Handle) -> String { words(handle).map { String(cString: $0) } ?? "unknown reason" }
}
