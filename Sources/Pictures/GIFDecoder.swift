import CPictures
import Documents

/// Decodes GIF with giflib: the first picture only, on black.
struct GIFDecoder {
  private typealias File = UnsafeMutablePointer<apus_gif_file>
  private typealias Read = @convention(c) (File, UnsafeMutablePointer<UInt8>, Int32) -> Int32
  private typealias Open = @convention(c) (UnsafeMutableRawPointer?, Read, UnsafeMutablePointer<Int32>) -> File?
  private typealias Close = @convention(c) (File, UnsafeMutablePointer<Int32>?) -> Int32
  private typealias Record = @convention(c) (File, UnsafeMutablePointer<Int32>) -> Int32
  private typealias Describe = @convention(c) (File) -> Int32
  private typealias Line = @convention(c) (File, UnsafeMutablePointer<UInt8>, Int32) -> Int32
  private typealias Block = UnsafeMutablePointer<UInt8>
  private typealias Extension =
    @convention(c) (File, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Block?>) -> Int32
  private typealias Next = @convention(c) (File, UnsafeMutablePointer<Block?>) -> Int32

  private let open: Open
  private let close: Close
  private let record: Record
  private let describe: Describe
  private let line: Line
  private let passExtension: Extension
  private let passNext: Next

  init() throws(PictureError) {
    let library = try PictureLibrary(["libgif.so.7", "libgif.dylib", "libgif.7.dylib"])
    open = try library.function("DGifOpen", as: Open.self)
    close = try library.function("DGifCloseFile", as: Close.self)
    record = try library.function("DGifGetRecordType", as: Record.self)
    describe = try library.function("DGifGetImageDesc", as: Describe.self)
    line = try library.function("DGifGetLine", as: Line.self)
    passExtension = try library.function("DGifGetExtension", as: Extension.self)
    passNext = try library.function("DGifGetExtensionNext", as: Next.self)
  }

  /// The reading position of giflib.
  private struct Source {
    let bytes: UnsafeRawBufferPointer
    var position = 0
  }

  func decode(_ bytes: UnsafeRawBufferPointer) throws(PictureError) -> PixelGrid {
    var source = Source(bytes: bytes)
    let result: Result<PixelGrid, PictureError> = withUnsafeMutablePointer(to: &source) { source in
      Result { () throws(PictureError) in try decode(from: source) }
    }
    return try result.get()
  }

  private func decode(from source: UnsafeMutablePointer<Source>) throws(PictureError) -> PixelGrid {
    let read: Read = { file, target, wanted in
      guard let source = file.pointee.user_data?.assumingMemoryBound(to: Source.self) else { return 0 }
      let start = source.pointee.position
      let count = min(Int(max(0, wanted)), source.pointee.bytes.count - start)
      for index in 0..<count { target[index] = source.pointee.bytes[start + index] }
      source.pointee.position = start + count
      return Int32(count)
    }
    var fault: Int32 = 0
    guard let file = open(source, read, &fault) else { throw .broken("error \(fault) of giflib") }
    defer { _ = close(file, nil) }
    try goToImage(file)
    guard describe(file) == Self.fine else { throw .broken("its first picture has no head") }
    return try pixels(of: file)
  }

  /// Skips extensions up to the first picture.
  private func goToImage(_ file: File) throws(PictureError) {
    var kind: Int32 = 0
    while record(file, &kind) == Self.fine, kind != Self.image {
      guard kind == Self.extension else { break }
      var code: Int32 = 0
      var block: Block?
      guard passExtension(file, &code, &block) == Self.fine else { break }
      while block != nil, passNext(file, &block) == Self.fine {}
    }
    guard kind == Self.image else { throw .broken("it has no picture") }
  }

  private func pixels(of file: File) throws(PictureError) -> PixelGrid {
    let image = file.pointee.image
    let (width, height) = (Int(image.width), Int(image.height))
    try PictureDecoder.check(width, height)
    guard let map = image.color_map ?? file.pointee.color_map, let colors = map.pointee.colors else {
      throw .broken("it has no colours")
    }
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    var indexes = [UInt8](repeating: 0, count: width)
    for y in Self.order(ofRows: height, isInterlaced: image.is_interlaced) {
      // A truncated file shows the rows it has.
      guard line(file, &indexes, Int32(width)) == Self.fine else { break }
      for (x, index) in indexes.enumerated() where Int(index) < Int(map.pointee.count) {
        let color = colors[Int(index)]
        let place = (y * width + x) * 3
        (pixels[place], pixels[place + 1], pixels[place + 2]) = (color.red, color.green, color.blue)
      }
    }
    return try PictureDecoder.grid(width, height, pixels)
  }

  /// Interlaced rows are stored in four passes (GIF89a, appendix E).
  private static func order(ofRows height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in Array(stride(from: start, to: height, by: step)) }
  }

  private static let fine: Int32 = 1
  private static let image: Int32 = 2
  private static let `extension`: Int32 = 3
}
