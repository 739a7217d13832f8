import Basics
import Dispatch
import Networking
import Sessions

/// The lines of standard input, as they come, for a conversation.
enum StandardInputLines {
  /// Each line without its end is a message of text. Reads on a queue of its own, because a terminal or a pipe may block
  /// for any length of time; the program may end meanwhile.
  /// - Parameters:
  ///   - most: the longest line, in bytes.
  ///   - refused: called for each line that cannot be said.
  ///   - ended: called after the last line.
  static func feed(
    _ input: ConversationInput, asHex: Bool = false, most: Int, refused: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable () -> Void
  ) {
    DispatchQueue(label: "standard input").async {
      var lines = InputLines(most: most)
      do throws(Failure) {
        var file = try InputFile("-")
        while true {
          let piece = try file.next()
          if piece.isEmpty { break }
          for line in lines.take(piece) where !send(line, asHex, most, to: input) { refused() }
        }
        if let line = lines.end(), !send(line, asHex, most, to: input) { refused() }
      } catch {
        Output.error.say("apus: \(error.message)")
      }
      ended()
    }
  }

  /// `false` for what cannot be said.
  private static func send(_ line: InputLines.Line, _ isHex: Bool, _ most: Int, to input: ConversationInput) -> Bool {
    guard case .whole(let bytes) = line else {
      Output.error.say("apus: a line of the input is longer than \(Quantity.bytes(most)); it is not said")
      return false
    }
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
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
