import Basics
import Foundation
import Testing

/// Compares widths with those of PyPI's `wcwidth`, which `Scripts/column-widths` recorded for every scalar.
@Suite("Widths of all of Unicode 16")
struct WidthTableTests {
  private static let recorded: [ClosedRange<UInt32>: Int] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "wcwidth.txt")
    // Without the file the test below fails.
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    let runs = lines.compactMap { line -> (ClosedRange<UInt32>, Int)? in
      let words = line.split(separator: " ")
      guard words.count == 3, let first = UInt32(words[0], radix: 16), let last = UInt32(words[1], radix: 16),
        let width = Int(words[2])
      else { return nil }
      return (first...last, width)
    }
    return Dictionary(runs) { first, _ in first }
  }()

  /// The reason for a difference; `nil` if there is none.
  private static func reason(_ scalar: Unicode.Scalar, _ ours: Int, _ theirs: Int) -> String? {
    if VisibleText.replacing(scalar) != nil { return "shown as text" }
    switch scalar.properties.generalCategory {
    // Terminals give a spacing mark its own cell.
    case .spacingMark: return ours == 1 && theirs == 0 ? "spacing mark" : nil
    case .unassigned, .privateUse: return ours == 1 ? "nobody knows" : nil
    default: break
    }
    // The standard library may know marks added after Unicode 16.
    if let age = scalar.properties.age, age.major > 16 { return "newer" }
    // They are drawn as swatches if alone.
    if scalar.properties.isEmojiModifier { return ours == 2 && theirs == 0 ? "skin tone" : nil }
    return nil
  }

  @Test("Every scalar takes the columns that wcwidth gives it, or there is a reason")
  func everyScalar() {
    #expect(Self.recorded.count > 500)
    var seen: [String: Int] = [:]
    for (range, width) in Self.recorded {
      for value in range {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let ours = TextWidth.of(scalar)
        guard ours != width else { continue }
        if let reason = Self.reason(scalar, ours, width) {
          seen[reason, default: 0] += 1
        } else {
          Issue.record("U+\(String(value, radix: 16)) takes \(ours), wcwidth says \(width)")
        }
      }
    }
    #expect(seen["skin tone"] == 5)
    #expect(seen["spacing mark", default: 0] > 400)
  }

  @Test("No mark changes the width of a wide or narrow character before it, decomposed kana among them")
  func marks() {
    for base in ["か", "ハ", "a", "日", "한"] {
      for value in UInt32(0x300)...0x30FF {
        guard let mark = Unicode.Scalar(value),
          [.nonspacingMark, .enclosingMark].contains(mark.properties.generalCategory),
          VisibleText.replacing(mark) == nil
        else {
          continue
        }
        #expect(TextWidth.of(base + String(mark)) == TextWidth.of(base), "U+\(String(value, radix: 16))")
      }
    }
    #expect(TextWidth.of("か\u{3099}") == TextWidth.of("が"))
    #expect(TextWidth.of("\u{FF76}\u{FF9E}") == 2)
  }
}
