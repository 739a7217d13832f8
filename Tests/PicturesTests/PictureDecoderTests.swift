import Basics
import Documents
import Foundation
import Testing

@testable import Pictures

@Suite("Pictures with the system's libraries")
struct PictureDecoderTests {
  /// Red, green, blue and white, two pixels high.
  private static let stripes: [(ImageFormat, String)] = [
    (
      .png,
      "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAGUlEQVR4nGP4z8DA8J+BgeH/////mRiQAABryAX9SqklXwAAAABJRU5ErkJggg=="
    ),
    (.gif, "R0lGODdhBAACAIEAAP///wD/AP8AAAAA/ywAAAAABAACAAAICQAFBBgAQCDBgAA7"),
    (.webp, "UklGRioAAABXRUJQVlA4TB0AAAAvA0AAAB8gEEjeHzqN+RcQFPwf3fxHZA+gxhH9DwA="),
  ]
  private static let jpeg =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqm"
    + "x5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAQABAD"
    + "ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwX/xAAUEQEA"
    + "AAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCEACw//9k="
  private static let clear =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4//8/AwAI/AL+p5qgoAAAAABJRU5ErkJggg=="

  private func bytes(_ text: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: text))) }

  @Test("Each format returns the original pixels", arguments: stripes)
  func pixels(format: ImageFormat, text: String) throws {
    let grid = try PictureDecoder.decode(ByteStore(try bytes(text)), as: format, longestSide: 100)
    #expect((grid.width, grid.height) == (4, 2))
    let colors: [PixelGrid.Pixel] = [
      .init(red: 255, green: 0, blue: 0), .init(red: 0, green: 255, blue: 0), .init(red: 0, green: 0, blue: 255),
      .init(red: 255, green: 255, blue: 255),
    ]
    for y in 0..<2 { #expect((0..<4).map { grid[$0, y] } == colors) }
  }

  @Test("A JPEG is close to the original, and smaller on request")
  func photograph() throws {
    let store = ByteStore(try bytes(Self.jpeg))
    let whole = try PictureDecoder.decode(store, as: .jpeg, longestSide: 100)
    #expect((whole.width, whole.height) == (16, 16))
    let pixel = whole[8, 8]
    #expect(abs(Int(pixel.red) - 200) < 20 && abs(Int(pixel.green) - 30) < 20 && abs(Int(pixel.blue) - 40) < 20)
    let small = try PictureDecoder.decode(store, as: .jpeg, longestSide: 3)
    #expect((small.width, small.height) == (3, 3))
  }

  @Test("Transparent pixels become black")
  func transparent() throws {
    let grid = try PictureDecoder.decode(ByteStore(try bytes(Self.clear)), as: .png, longestSide: 8)
    #expect(grid[0, 0] == .init(red: 0, green: 0, blue: 0))
  }

  @Test("A truncated or damaged picture is rejected or drawn in part, without a crash")
  func hostile() throws {
    for (format, text) in Self.stripes + [(.jpeg, Self.jpeg)] {
      let good = try bytes(text)
      for length in 0..<good.count { attempt(Array(good.prefix(length)), format) }
      for place in good.indices {
        for change: UInt8 in [0x01, 0x80, 0xFF] {
          var bad = good
          bad[place] ^= change
          attempt(bad, format)
        }
      }
    }
  }

  /// A refusal is acceptable; only a crash fails the test.
  private func attempt(_ bytes: [UInt8], _ format: ImageFormat) {
    do throws(PictureError) {
      let grid = try PictureDecoder.decode(ByteStore(bytes), as: format, longestSide: 4)
      #expect(grid.width <= 4 && grid.height <= 4)
    } catch { #expect(!error.description.isEmpty) }
  }

  @Test("A huge size in the header is rejected before memory is allocated")
  func tooLarge() throws {
    var png = try bytes(Self.stripes[0].1)
    png.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
    #expect(throws: PictureError.self) { try PictureDecoder.decode(ByteStore(png), as: .png, longestSide: 8) }
    #expect(throws: PictureError.tooLarge(width: 65536, height: 65536)) { try PictureDecoder.check(65536, 65536) }
  }

  @Test("A format without a library, and a missing library, are reported")
  func words() {
    #expect(throws: PictureError.unknownFormat("BMP")) {
      try PictureDecoder.decode(ByteStore([0x42, 0x4D]), as: .bmp, longestSide: 8)
    }
    #expect(throws: PictureError.missingLibrary("libnot-there.so.1")) { try PictureLibrary(["libnot-there.so.1"]) }
  }
}
