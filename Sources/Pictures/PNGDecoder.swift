import CPictures
import Documents

/// Decodes PNG with libpng's simplified interface; transparent pixels become black.
struct PNGDecoder {
  private typealias Begin = @convention(c) (UnsafeMutablePointer<apus_png_image>, UnsafeRawPointer?, Int) -> Int32
  private typealias Finish =
    @convention(c) (
      UnsafeMutablePointer<apus_png_image>, UnsafeRawPointer?, UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?
    ) -> Int32
  private typealias Free = @convention(c) (UnsafeMutablePointer<apus_png_image>) -> Void

  private let begin: Begin
  private let finish: Finish
  private let free: Free

  init() throws(PictureError) {
    let library = try PictureLibrary(["libpng16.so.16", "libpng16.dylib", "libpng16.16.dylib"])
    begin = try library.function("png_image_begin_read_from_memory", as: Begin.self)
    finish = try library.function("png_image_finish_read", as: Finish.self)
    free = try library.function("png_image_free", as: Free.self)
  }

  func decode(_ bytes: UnsafeRawBufferPointer) throws(PictureError) -> PixelGrid {
    var image = apus_png_image()
    image.version = 1
    defer { free(&image) }
    guard begin(&image, bytes.baseAddress, bytes.count) != 0 else { throw .broken(image.words) }
    let (width, height) = (Int(image.width), Int(image.height))
    try PictureDecoder.check(width, height)
    // `PNG_FORMAT_RGB`: eight bits each of red, green and blue.
    image.format = 2
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    let done = pixels.withUnsafeMutableBytes { finish(&image, nil, $0.baseAddress, 0, nil) }
    guard done != 0 else { throw .broken(image.words) }
    return try PictureDecoder.grid(width, height, pixels)
  }
}

extension apus_png_image {
  fileprivate var words: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
