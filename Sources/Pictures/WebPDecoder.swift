import Documents

/// Decodes WebP with libwebp; animations are not supported.
struct WebPDecoder {
  private typealias Info =
    @convention(c) (
      UnsafeRawPointer?, Int, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  private typealias Decode =
    @convention(c) (
      UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int, Int32
    ) -> UnsafeMutableRawPointer?

  private let info: Info
  private let decode: Decode

  init() throws(PictureError) {
    let library = try PictureLibrary(["libwebp.so.7", "libwebp.dylib", "libwebp.7.dylib"])
    info = try library.function("WebPGetInfo", as: Info.self)
    decode = try library.function("WebPDecodeRGBInto", as: Decode.self)
  }

  func decode(_ bytes: UnsafeRawBufferPointer) throws(PictureError) -> PixelGrid {
    var (wide, high): (Int32, Int32) = (0, 0)
    guard info(bytes.baseAddress, bytes.count, &wide, &high) != 0 else { throw .broken("it has no head") }
    let (width, height) = (Int(wide), Int(high))
    try PictureDecoder.check(width, height)
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    let done = pixels.withUnsafeMutableBytes { room in
      decode(bytes.baseAddress, bytes.count, room.baseAddress, room.count, Int32(width * 3)) != nil
    }
    guard done else { throw .broken("it is cut off or animated") }
    return try PictureDecoder.grid(width, height, pixels)
  }
}
