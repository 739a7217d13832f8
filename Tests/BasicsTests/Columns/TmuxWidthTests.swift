import Basics
import Foundation
import TestSupport
import Testing

/// Emoji beside what tmux makes of them: each is printed into a pane, which is then asked for its cursor.
///
/// tmux 3.3a differs in 2,700 of the 4,700 sequences, for the reasons below; what it draws is then as wide as it says, and
/// a screen that counts two columns still shows every emoji, with a gap or a cut behind it.
@Suite("Emoji in tmux")
struct TmuxWidthTests {
  private static let isThere = ["/usr/local/bin/tmux", "/usr/bin/tmux", "/bin/tmux"]
    .contains(where: FileManager.default.isExecutableFile)

  /// Prints a line, asks for the cursor (DSR, `ESC [ 6 n`) and keeps the column of the answer, line by line.
  private static let asking = #"""
    stty raw -echo
    while IFS= read -r line <&3; do
      printf '\033[H\033[2K%s\033[6n' "$line"
      IFS= read -r -d R answer
      printf '%s\n' "${answer##*;}" >&4
    done 3<lines 4>columns
    tmux -S socket wait-for -S done
    """#

  private static func columns(of texts: [String]) throws -> [Int] {
    let folder = try TemporaryDirectory("tmux")
    try folder.write("ask", asking)
    try folder.write("lines", texts.map { $0 + "\n" }.joined())
    let run = try ShellRun(
      """
      tmux -S socket -f /dev/null -u new-session -d -x 80 -y 24 'exec bash ask' && tmux -S socket wait-for done
      """, in: folder, variables: ["TERM": "xterm-256color"])
    try #require(run.status == 0, "\(run.errors)")
    return try folder.readText("columns").split(separator: "\n").compactMap { Int($0).map { $0 - 1 } }
  }

  /// Why tmux may differ; `nil` where there is no reason.
  private static func reason(_ text: String, _ ours: Int, _ theirs: Int) -> String? {
    guard let first = text.unicodeScalars.first else { return nil }
    // The C library of the system does not know the character yet, and tmux then leaves it out.
    if theirs == 0 { return "not known" }
    // Before 3.4 tmux puts a skin tone into cells of its own.
    if theirs > ours, text.unicodeScalars.contains(where: \.properties.isEmojiModifier) { return "skin tone apart" }
    // tmux takes the width of the first scalar, and the selector of a picture (U+FE0F) or a joiner changes nothing.
    if theirs == 1, ours == 2, TextWidth.of(first) == 1 { return "narrow base" }
    return nil
  }

  @Test(
    .enabled(if: EmojiTests.isThere, "there is no emoji-test.txt: install the package unicode-data"),
    .enabled(if: isThere, "there is no tmux"))
  func `Every emoji takes the columns that tmux gives it, or there is a reason.`() throws {
    let texts = try EmojiTests.sequences().map(\.text)
    let columns = try Self.columns(of: texts)
    try #require(columns.count == texts.count)
    var same = 0
    for (text, theirs) in zip(texts, columns) {
      let ours = TextWidth.of(text)
      same += ours == theirs ? 1 : 0
      if ours != theirs, Self.reason(text, ours, theirs) == nil {
        Issue.record("\(text) takes \(ours), tmux says \(theirs)")
      }
    }
    // Flags, families and single pictures agree whatever the version.
    #expect(same > 1_800)
  }
}
