import Foundation
import TestSupport
import Testing

/// Presets and bindings change keys, so texts name the command instead: `"\(key: "save") saves it"`.
@Suite struct KeyWordsTests {
  /// Boxes, whose keys are fixed and the same in every preset.
  private static let boxes = [
    "Explorer/Boxes/", "Explorer/Environments/EnvironmentEditor", "Explorer/EnvironmentComparison/",
    "Explorer/Conflict/Conflict+Box", "Explorer/Cookies/CookieForm.swift",
    "Explorer/Variables/VariableExplanation.swift",
  ]

  private static let verbs = [
    "adds", "asks", "begins", "brings", "cancels", "changes", "chooses", "closes", "compares", "copies", "creates",
    "ends", "explains", "filters", "finds", "gives", "goes", "imports", "keeps", "leads", "lists", "makes", "marks",
    "opens", "reads", "resolves", "restores", "runs", "saves",
    "sends", "sets", "shows", "starts", "stops", "switches", "takes", "ticks", "tries", "types", "uses", "works",
    "here",
    "there", "in the", "again",
  ]

  private static func namesKey(_ text: String) -> Bool {
    let key = #"(\^[A-Z]|[⌥⇧]\S+|Alt-\S+|F[0-9]+|Enter|Esc|Tab|Space|Del|[a-zA-Z=?:/.])"#
    let phrases = "(^|[ :;,(])\(key) (\(verbs.joined(separator: "|")))\\b"
    return [phrases, #"\^[A-Z]"#, #"(⌥|Alt-)\w"#, #"press [a-zA-Z?]\b"#].contains {
      text.range(of: $0, options: .regularExpression) != nil
    }
  }

  @Test func `Texts name commands, whose keys are filled in, instead of keys.`() {
    let files = House.sources.filter { file in
      ["Sources/Explorer/", "Sources/SessionModel/", "Sources/Sessions/", "Sources/apus/Interactive/"].contains {
        file.path.hasPrefix($0)
      }
        && !Self.boxes.contains { file.path.contains($0) }
    }
    let named = files.flatMap { file in
      Lexer.strings(of: file.lines.map { $0 + "\n" }.joined()).filter(Self.namesKey).map { "\(file.path): \($0)" }
    }
    #expect(named == [])
  }

  @Test(arguments: [
    "Not saved: ^S asks", "Nothing: u brings it back", "press e", "Enter types it.", "⌥r sends", "Alt-r sends",
  ])
  func `A key in a text is found.`(text: String) {
    #expect(Self.namesKey(text))
  }

  @Test(arguments: ["It was sent again", "Type a URL", "Answers to F5 are kept", "a folder of files"])
  func `Words that are not keys are ignored.`(text: String) {
    #expect(!Self.namesKey(text))
  }
}
