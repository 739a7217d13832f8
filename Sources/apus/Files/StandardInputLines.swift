import Basics
import Dispatch
import Networking
import Sessions
import Synchronization

/// The lines of standard input for a conversation, as they arrive.
enum StandardInputLines {
  /// Sends each line without its end, or each JSON text, as a text message. Reads on its own queue, because a terminal
  /// or a pipe may block indefinitely, and the program may end meanwhile.
  /// - Parameters:
  ///   - asTexts: true if a message is a JSON text, which may span several lines.
  ///   - most: the length limit of a line, in bytes.
  ///   - refused: called for each line that cannot be sent.
  ///   - ended: called after the last line.
  static func feed(
    _ input: ConversationInput, asHex: Bool = false, asTexts: Bool = false, most: Int,
    refused: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void
  ) {
    DispatchQueue(label: "standard input").async {
      var lines = InputLines(most: most)
      var texts = asTexts ? JSONTexts(most: most) : nil
      func pass(_ line: InputLines.Line) {
        guard case .whole(let bytes) = line, texts != nil else {
          if !send(line, asHex, most, to: input) { refused() }
          return
        }
        for text in texts?.take(bytes) ?? [] { _ = send(.whole(text), false, most, to: input) }
      }
      do throws(Failure) {
        var file = try InputFile("-")
        while true {
          let piece = try file.next()
          if piece.isEmpty { break }
          for line in lines.take(piece) { pass(line) }
        }
        if let line = lines.end() { pass(line) }
        for text in texts?.end() ?? [] { _ = send(.whole(text), false, most, to: input) }
      } catch {
        Output.error.say("apus: \(error.message)")
      }
      ended()
    }
  }

  /// Returns `false` for a line that cannot be sent.
  private static func send(_ line: InputLines.Line, _ isHex: Bool, _ most: Int, to input: ConversationInput) -> Bool {
    guard case .whole(let bytes) = line else {
      Output.error.say("apus: a line of the input is longer than \(Quantity.bytes(most)); it is not sent")
      return false
    }
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
    if isHex {
      guard let bytes = OutgoingMessage.bytes(ofHex: String(decoding: line, as: UTF8.self)) else {
        Output.error.say("apus: a line of the input is not pairs of hexadecimal digits; it is not sent")
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

/// Splits input that arrives in pieces into lines, and drops lines longer than a message may be.
struct InputLines {
  enum Line: Equatable {
    /// A line without its end.
    case whole([UInt8])
    /// A line that is too long, reported once; the rest of it is skipped.
    case tooLong
  }

  /// The length limit of a line, in bytes.
  let most: Int
  private var rest: [UInt8] = []
  private var isPassingOver = false

  init(most: Int) {
    self.most = most
  }

  /// The lines that end in this piece. Only new bytes are searched, because a line may arrive in thousands of pieces.
  mutating func take(_ piece: ArraySlice<UInt8>) -> [Line] {
    var found: [Line] = []
    let parts = piece.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for part in parts.dropLast() {
      if let line = add(part) { found.append(line) }
      if !isPassingOver { found.append(.whole(rest)) }
      rest = []
      isPassingOver = false
    }
    if let last = parts.last, let line = add(last) { found.append(line) }
    return found
  }

  /// A last line without an end; `nil` if there is none.
  func end() -> Line? { rest.isEmpty ? nil : .whole(rest) }

  private mutating func add(_ part: ArraySlice<UInt8>) -> Line? {
    guard !isPassingOver else { return nil }
    guard rest.count + part.count <= most else {
      rest = []
      isPassingOver = true
      return .tooLong
    }
    rest += part
    return nil
  }
}

/// Splits lines into JSON texts: a text may span several lines, and a line may contain several.
///
/// Input that is not JSON becomes a text per line, so that the receiver can report the error.
struct JSONTexts {
  /// The length limit of a text, in bytes.
  let most: Int
  private var text: [UInt8] = []
  private var nesting = JSONNesting()

  init(most: Int) { self.most = most }

  /// Splits complete content into texts.
  static func of(_ content: [UInt8]) -> [[UInt8]] {
    var texts = JSONTexts(most: .max)
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.flatMap { texts.take(Array($0)) } + texts.end()
  }

  /// The texts that end on this line, given without its line end.
  mutating func take(_ line: [UInt8]) -> [[UInt8]] {
    guard text.count + line.count < most else { return end() + [line] }
    var found: [[UInt8]] = []
    for byte in line {
      text.append(byte)
      if nesting.take(byte) || nesting.depth < 0 { found += end() }
    }
    // Strings end on their line, as does everything outside objects and arrays.
    if nesting.depth == 0 || nesting.isInString { return found + end() }
    _ = nesting.take(UInt8(ascii: "\n"))
    text.append(UInt8(ascii: "\n"))
    return found
  }

  /// The remaining text, which is incomplete; nothing if it is blank.
  mutating func end() -> [[UInt8]] {
    defer { self = JSONTexts(most: most) }
    return text.allSatisfy(\.isASCIIWhitespace) ? [] : [text]
  }
}

/// Reports messages from standard input that could not be sent; the conversation goes on.
final class Refusals: Sendable {
  private let number = Atomic(0)
  /// The number of files sent before the first line.
  private let files: Int

  /// True if each line is a message.
  private let isOfLines: Bool

  init(files: Int, isOfLines: Bool) { (self.files, self.isOfLines) = (files, isOfLines) }

  /// The unit of the input, in words.
  var things: String { isOfLines ? "lines" : "messages" }

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }

  func receive(_ reply: ConversationInput.Reply) {
    guard case .refused(let words, let message) = reply else { return }
    add()
    let place = "\(isOfLines ? "line" : "message") \(Quantity.count(max(1, message - files))) of the input"
    Output.error.say("apus: \(place) is not sent: \(TerminalText.line(words))")
  }
}
