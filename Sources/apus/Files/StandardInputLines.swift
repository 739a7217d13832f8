import Basics
import Dispatch
import Networking
import Sessions

/// The lines of standard input, as they come, for a conversation.
enum StandardInputLines {
  /// Each line without its end is a message of text. Reads on a queue of its own, because a terminal or a pipe may block
  /// for any length of time; the program may end meanwhile.
  /// - Parameter ended: called after the last line.
  static func feed(_ input: ConversationInput, asHex: Bool = false, ended: @escaping @Sendable () -> Void) {
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
            send(rest + line, asHex, to: input)
            rest = []
          }
          rest += lines.last ?? []
        }
        if !rest.isEmpty { send(rest, asHex, to: input) }
      } catch {
        Output.error.say("apus: \(error.message)")
      }
      ended()
    }
  }

  private static func send(_ line: [UInt8], _ isHex: Bool, to input: ConversationInput) {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    if isHex {
      guard let bytes = Utterance.bytes(ofHex: String(decoding: line, as: UTF8.self)) else {
        return Output.error.say("apus: a line of the input is no pairs of hexadecimal digits; it is not said")
      }
      input.waitForRoom()
      return input.send(.binary, bytes)
    }
    input.waitForRoom()
    input.send(String(decoding: line, as: UTF8.self))
  }
}
