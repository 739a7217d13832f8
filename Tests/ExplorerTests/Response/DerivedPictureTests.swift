import Basics
import Documents
import Networking
import Terminal
import Testing

@testable import Explorer

@Suite("Pictures in an answer")
struct PictureLookTests {
  /// The head of a PNG with 4 × 2 pixels.
  private static let head: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 4, 0, 0, 0, 2, 8, 2,
  ]

  private func answered(_ capabilities: Capabilities = Capabilities()) -> Journey {
    var exchange = Samples.exchange("", type: "image/png")
    exchange.body = ByteStore(Self.head)
    return Journey.answered(exchange, capabilities: capabilities)
  }

  private func pictured() throws -> Journey {
    var journey = answered()
    let view = try #require(journey.state.session?.response.derivedView?.serial)
    let pixels = (0..<8).flatMap { $0 < 4 ? [255, 0, 0] : [0, 0, 255] as [UInt8] }
    let grid = try #require(PixelGrid(width: 4, height: 2, bytes: pixels))
    journey.apply(.response(.pictured(serial: view, .pixels(grid)), of: .file(Samples.getUserPath)))
    return journey
  }

  @Test("A picture is drawn in half blocks, two pixels a cell, with its facts in the border")
  func drawn() throws {
    let journey = try pictured()
    #expect(journey.answerLines[1] == " ▀▀▀▀")
    #expect(journey.border.contains("PNG, 4 × 2"))
    let rect = try #require(journey.state.layout.panes[.response])
    #expect(journey.screen[rect.x + 2, rect.y + 3].style == Style(.palette(196), on: .palette(21)))
  }

  @Test("The key p switches between the picture and its bytes")
  func modes() throws {
    var journey = try pictured()
    journey.use("p")
    #expect(journey.text.contains("89 50 4e 47"))
    journey.use("pp")
    #expect(journey.text.contains("Decoding…"))
  }

  @Test("Keys that do not apply to a picture say why and keep it", arguments: ["=", "t", "/"])
  func others(key: String) throws {
    var journey = try pictured()
    journey.use(key)
    #expect(journey.answerLines[1] == " ▀▀▀▀")
    #expect(journey.state.message?.text.isEmpty == false)
  }

  @Test(
    "Without colours or UTF-8 the facts are shown instead",
    arguments: [Capabilities(colors: 0), Capabilities(colors: 16), Capabilities(unicode: false)])
  func facts(capabilities: Capabilities) {
    let journey = answered(capabilities)
    #expect(journey.text.contains("PNG, 4"))
    #expect(journey.text.contains("cannot show it"))
  }

  @Test("A picture that cannot be decoded says why and what to press")
  func broken() throws {
    var journey = answered()
    let view = try #require(journey.state.session?.response.derivedView?.serial)
    journey.apply(.response(.pictured(serial: view, .failed("The picture is broken.")), of: .file(Samples.getUserPath)))
    #expect(journey.text.contains("The picture is broken."))
    #expect(journey.text.contains("p shows the bytes, s saves them."))
  }

  @Test("The nearest of the 256 colours is used")
  func palette() {
    let colors: [(UInt8, UInt8, UInt8, UInt8)] = [
      (255, 0, 0, 196), (0, 0, 0, 16), (255, 255, 255, 231), (128, 128, 128, 244), (95, 135, 175, 67), (8, 8, 8, 232),
    ]
    for (red, green, blue, entry) in colors {
      #expect(Palette256.nearest(.init(red: red, green: green, blue: blue)) == entry)
    }
  }

  @Test("A downscaled picture averages its source pixels")
  func scaled() throws {
    let grid = try #require(PixelGrid(width: 2, height: 2, bytes: [0, 0, 0, 100, 0, 0, 200, 0, 0, 100, 0, 0]))
    #expect(grid.scaled(toWidth: 1, height: 1)[0, 0] == .init(red: 100, green: 0, blue: 0))
    #expect(PixelGrid(width: 2, height: 2, bytes: [0]) == nil)
    #expect(PixelGrid(width: 0, height: 0, bytes: []) == nil)
  }
}
