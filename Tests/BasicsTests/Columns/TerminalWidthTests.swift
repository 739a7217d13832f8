import Basics
import Foundation
import TestSupport
import Testing

/// Compares emoji with terminals: each is printed, and the terminal is then queried for its cursor.
///
/// Of the 4,700 sequences, tmux 3.3a gives other columns to 2,700 and xterm 379 to 3,000, for the reasons below. Such
/// an emoji is shown with a gap or cut off; Apus counts like Unicode, and like terminals that support sequences.
@Suite("Emoji in terminals")
struct TerminalWidthTests {
  /// Prints a line, queries the cursor (DSR, `ESC [ 6 n`) and stores the column of the answer, line by line.
  private static let asking = #"""
    stty raw -echo
    while IFS= read -r line <&3; do
      printf '\033[H\033[2K%s\033[6n' "$line"
      IFS= read -r -d R answer
      printf '%s\n' "${answer##*;}" >&4
    done 3<lines 4>columns
    "$@"
    """#

  private static let tmux = """
    tmux -S socket -f /dev/null -u new-session -d -x 80 -y 24 'exec bash ask tmux -S socket wait-for -S done' &&
    tmux -S socket wait-for done
    """

  /// The display prints its number when it is ready.
  private static let xterm = """
    mkfifo display
    Xvfb -screen 0 1024x768x8 -nolisten tcp -displayfd 3 3>display 2>/dev/null &
    server=$!
    read -r number <display
    DISPLAY=:$number xterm -u8 -e bash ask true
    status=$?
    kill $server
    exit $status
    """

  private static func areThere(_ programs: String...) -> Bool {
    programs.allSatisfy { program in
      ["/usr/local/bin", "/usr/bin", "/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
      }
    }
  }

  private static func columns(of texts: [String], by command: String) throws -> [Int] {
    let folder = try TemporaryDirectory("columns")
    try folder.write("ask", asking)
    try folder.write("lines", texts.map { $0 + "\n" }.joined())
    let run = try ShellRun(command, in: folder, variables: ["TERM": "xterm-256color"])
    try #require(run.status == 0, "\(run.errors)")
    return try folder.readText("columns").split(separator: "\n").compactMap { Int($0).map { $0 - 1 } }
  }

  /// The number of equal sequences. One that differs without a reason is an issue.
  private func alike(
    by command: String, _ reason: (_ text: String, _ ours: Int, _ theirs: Int) -> Bool
  ) throws -> Int {
    let texts = try EmojiTests.sequences().map(\.text)
    let columns = try Self.columns(of: texts, by: command)
    try #require(columns.count == texts.count)
    var alike = 0
    for (text, theirs) in zip(texts, columns) {
      let ours = TextWidth.of(text)
      if ours == theirs {
        alike += 1
      } else if !reason(text, ours, theirs) {
        Issue.record("\(text) takes \(ours), the terminal says \(theirs)")
      }
    }
    return alike
  }

  @Test(
    .enabled(if: EmojiTests.isThere, "there is no emoji-test.txt: install the package unicode-data"),
    .enabled(if: areThere("tmux", "bash"), "there is no tmux"))
  func `Every emoji takes the columns that tmux gives it, or there is a reason.`() throws {
    let alike = try alike(by: Self.tmux) { text, ours, theirs in
      let first = text.unicodeScalars.first.map { TextWidth.of($0) }
      // The C library does not know the character yet, so tmux omits it.
      return theirs == 0
        // Before 3.4, tmux gives a skin tone its own cells.
        || (theirs > ours && text.unicodeScalars.contains(where: \.properties.isEmojiModifier))
        // Only the first scalar counts: neither U+FE0F, which requests emoji presentation, nor a joiner widens it.
        || (theirs == 1 && ours == 2 && first == 1)
    }
    // Flags, joined emoji and single ones.
    #expect(alike > 1_800)
  }

  @Test(
    .enabled(if: EmojiTests.isThere, "there is no emoji-test.txt: install the package unicode-data"),
    .enabled(if: areThere("xterm", "Xvfb", "bash"), "there is no xterm, or no Xvfb to show it"))
  func `Every emoji takes the columns that xterm gives it, or there is a reason.`() throws {
    let alike = try alike(by: Self.xterm) { text, _, theirs in
      // xterm does not support sequences: it draws one scalar after the other. Those of Unicode 15 and later are not in
      // its table.
      theirs
        == text.unicodeScalars.reduce(0) { sum, scalar in
          let isKnown = scalar.properties.age.map { $0.major < 15 } ?? false
          return sum + (isKnown ? TextWidth.of(scalar) : min(1, TextWidth.of(scalar)))
        }
    }
    #expect(alike > 1_600)
  }
}
