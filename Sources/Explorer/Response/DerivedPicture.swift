import Basics
package import Documents
import Terminal

/// A picture drawn in half blocks, or the facts about one that cannot be drawn.
package struct DerivedPicture: Equatable, Sendable {
  /// The result of decoding.
  package enum Result: Equatable, Sendable {
    case pixels(PixelGrid)
    /// The reason for the failure.
    case failed(String)
  }

  package let serial: Int
  package var info: ImageInfo
  /// The original size in bytes.
  package var size: Int
  /// `nil` during decoding.
  package var result: Result?
}

extension ResponseReducer {
  /// Shows the picture over its bytes; returns false if the document is not an image.
  mutating func showPicture(of reading: ResponsePane.Reading) -> Bool {
    guard case .image = reading.document.kind, let info = reading.document.image else { return false }
    var view = DerivedPicture(serial: context.nextSerial(), info: info, size: reading.document.store.count)
    guard subject.capabilities.unicode, subject.capabilities.colors >= 256 else {
      view.result = .failed("This terminal cannot show it: 256 colours and UTF-8 are needed.")
      push(.picture(view))
      return true
    }
    push(.picture(view))
    context.run(.document(.picture(key, reading.document, longestSide: Self.longestSide, serial: view.serial)))
    return true
  }

  /// The size limit in pixels, more than the largest terminal can show.
  private static let longestSide = 512

  mutating func pictured(serial: Int, _ result: DerivedPicture.Result) {
    changeDerivedView(serial: serial) { view in
      guard case .picture(var picture) = view else { return }
      picture.result = result
      view = .picture(picture)
    }
  }

  /// Shows a new response in its best form: an image as a picture, a multipart body as a table of its parts.
  mutating func showBestDerivedView() {
    guard subject.isCurrent, pane.tab == .body, pane.derivedViews.isEmpty, let reading = pane.body
    else { return }
    switch reading.document.kind {
    case .image: _ = showPicture(of: reading)
    case .multipart: toggleTable()
    default: break
    }
  }
}

/// Draws a picture with two pixels per cell, one above the other, in the closest of the 256 colours.
enum PictureView {
  static func draw(
    _ view: DerivedPicture, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    PlaceLine.draw(facts(of: view), right: Quantity.bytes(view.size), cut: .end, scene, in: frame, into: &screen)
    switch view.result {
    case nil: PaneFrame.hint(["Decoding…"], scene, in: rect, into: &screen)
    case .failed(let reason):
      PaneFrame.hint(
        [facts(of: view), reason, "\(key: "cycleMode") shows the bytes, \(key: "saveBody") saves them."], scene,
        in: rect, into: &screen)
    case .pixels(let pixels): draw(pixels, in: rect.splitLeft(1).1, into: &screen)
    }
  }

  /// For example `PNG, 640 × 480`.
  private static func facts(of view: DerivedPicture) -> String {
    guard let width = view.info.width, let height = view.info.height else { return view.info.format.name }
    return "\(view.info.format.name), \(width) × \(height)"
  }

  private static func draw(_ pixels: PixelGrid, in rect: Rect, into screen: inout Screen) {
    guard pixels.width > 0, pixels.height > 0, !rect.isEmpty else { return }
    let room = (columns: rect.width, rows: rect.height * 2)
    let scale = min(1, Double(room.columns) / Double(pixels.width), Double(room.rows) / Double(pixels.height))
    let width = max(1, Int(Double(pixels.width) * scale))
    let height = max(1, Int(Double(pixels.height) * scale))
    let shown = pixels.scaled(toWidth: width, height: height)
    for row in 0..<(height + 1) / 2 {
      for column in 0..<width {
        let upper = Palette256.nearest(shown[column, row * 2])
        let isLast = row * 2 + 1 >= height
        let lower = isLast ? Color.terminal : .palette(Palette256.nearest(shown[column, row * 2 + 1]))
        screen.write(
          "▀", at: Point(x: rect.x + column, y: rect.y + row), style: Style(.palette(upper), on: lower), clippedTo: rect
        )
      }
    }
  }
}

/// The entries of the 256-colour palette that look the same in every terminal: the cube and the greys.
enum Palette256 {
  private static let levels: [Int] = [0, 95, 135, 175, 215, 255]

  static func nearest(_ pixel: PixelGrid.Pixel) -> UInt8 {
    let (red, green, blue) = (Int(pixel.red), Int(pixel.green), Int(pixel.blue))
    let (r, g, b) = (level(red), level(green), level(blue))
    let grey = min(23, max(0, ((red + green + blue) / 3 - 3) / 10))
    let shade = 8 + grey * 10
    let ofCube = distance(red, green, blue, levels[r], levels[g], levels[b])
    let ofGrey = distance(red, green, blue, shade, shade, shade)
    return UInt8(ofGrey < ofCube ? 232 + grey : 16 + 36 * r + 6 * g + b)
  }

  private static func level(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : min(5, (value - 35) / 40) }

  private static func distance(_ r: Int, _ g: Int, _ b: Int, _ x: Int, _ y: Int, _ z: Int) -> Int {
    (r - x) * (r - x) + (g - y) * (g - y) + (b - z) * (b - z)
  }
}
