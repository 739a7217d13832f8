import Foundation
import Terminal
import TestSupport
import Testing

@testable import Explorer

/// Every named state in both themes and common sizes, and each state at any size.
///
/// With `APUS_STATES`, each picture is written to that folder for inspection.
@Suite("Every state of the screen") struct ScreenStateTests {
  static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60)]

  @Test("Every drawn text contrasts with its background", arguments: ScreenState.allCases)
  func contrast(state: ScreenState) throws {
    for name in [Theme.Name.dark, .light] {
      for size in Self.sizes {
        let screen = state.journey(columns: size.columns, rows: size.rows, theme: name, isLight: name == .light).screen
        var palette = name == .light ? Palette.light : .dark
        palette.background = RGB(hex: Hue.base.shade(in: name).full)
        palette.foreground = RGB(hex: Hue.text.shade(in: name).full)
        var faint: Set<String> = []
        for y in 0..<size.rows {
          for x in 0..<size.columns where Self.isText(screen[x, y].text) {
            let (text, ground) = palette.colors(of: screen[x, y].style)
            if text.contrast(with: ground) < 3 { faint.insert("\(screen[x, y].text) at \(x),\(y)") }
          }
        }
        #expect(faint.isEmpty, "\(name) \(size): \(faint.sorted().prefix(8))")
        try write(screen, palette, "\(state)-\(size.columns)x\(size.rows)-\(name)")
      }
    }
  }

  private static let anySizes =
    [(20, 5), (21, 6), (26, 8), (40, 10), (60, 18), (72, 20), (99, 23), (160, 24), (500, 200)]
    + sizes.map { ($0.columns, $0.rows) }

  @Test("At any size all content and the cursor are inside, and a box shows how to close it")
  func anySize() throws {
    for state in ScreenState.allCases {
      for (columns, rows) in Self.anySizes {
        let journey = state.journey(columns: columns, rows: rows)
        let screen = journey.screen
        let place = "\(state) \(columns)×\(rows)"
        if let cursor = screen.cursor { #expect(screen.bounds.contains(cursor), "\(place)") }
        guard let overlay = journey.state.overlay else { continue }
        let frame = overlay.box(in: journey.state).frame(in: journey.state)
        let isInside = frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= columns && frame.maxY <= rows
        #expect(isInside && !frame.isEmpty, "\(place): \(frame)")
        guard let first = overlay.box(in: journey.state).keys(in: journey.state).first else { continue }
        #expect(screen.text.contains(first.key), "\(place) does not say \(first.key)")
      }
    }
  }

  @Test("A state resized to any size and back is unchanged")
  func resized() {
    for state in ScreenState.allCases {
      var journey = state.journey(columns: 120, rows: 40)
      let before = journey.text
      for (columns, rows) in Self.anySizes + [(1, 1), (120, 40)] {
        journey.apply(.terminal(.resized(Size(columns: columns, rows: rows))))
        _ = journey.screen
      }
      #expect(journey.text.split(separator: "\n").count == before.split(separator: "\n").count, "\(state)")
    }
  }

  /// Skip lines and bars, which are not text.
  private static func isText(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first, text != " " else { return false }
    return !(0x2500...0x259F).contains(scalar.value)
  }

  private func write(_ screen: Screen, _ palette: Terminal.Palette, _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["APUS_STATES"] else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let picture = ScreenPicture(screen, palette: palette, title: name).svg
    try Data(picture.utf8).write(to: URL(filePath: "\(folder)/\(name).svg"))
  }
}
