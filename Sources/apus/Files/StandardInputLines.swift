import Basics
import Dispatch
import Networking
import Sessions

/// The lines of standard input, as they come, for a conversation.
enum StandardInputLines {
  /// Each line without its end is a message of text. Reads on a queue of its own, because a terminal or a pipe may block
  /// for any length of time; the program may end meanwhile.
  /// - Parameters:
  ///   - refused: called for each line that cannot be said.
  ///   - ended: called after the last line.
  static func feed(
    _ input: ConversationInput, asHex: Bool = false, refused: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable () -> Void
  ) {
    DispatchQueue(label: "standard input").async {
      var rest: [UInt8] = []
      do throws(Failure) {
        var file = try InputFile("-")
        while true {
          let piece = try file.next()
          if piece.isEmpty { break }
          // Only what is new is searched: a line may come in thousands of pieces.
          let lines = piece.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
          for line in lines.dropLast() {
            if !send(rest + line, asHex, to: input) { refused() }
            rest = []
          }
          rest += lines.last ?? []
        }
        if !rest.isEmpty, !send(rest, asHex, to: input) { refused() }
      } catch {
        Output.error.say("apus: \(error.message)")
      }
      ended()
    }
  }

  /// `false` for what cannot be said.
  private static func send(_ line: [UInt8], _ isHex: Bool, to input: ConversationInput) -> Bool {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    if isHex {
      guard let bytes = Utterance.bytes(ofHex: String(decoding: line, as: UTF8.self)) else {
        Output.error.say("apus: a line of the input has no pairs of hexadecimal digits; it is not said")
        return false
      }
      input.waitForRoom()
      input.send(.binary, bytes)
      return true
    }
    input.waitForRoom()
    input.send(String(decoding: line, as: UTF8.self))
    return true
  }
}
