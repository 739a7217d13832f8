package import Basics
package import HTTPModel
import Synchronization

/// The text that the messages of a streamed answer add up to. It grows as they arrive, off the main thread. Other
/// choices and tool calls follow under their own headings at the end.
// A class like the store that holds the text: every view of it sees it grow.
package final class JoinedText: Sendable, Equatable {
  private struct State {
    var next = 0
    /// Texts after the first choice, in order of appearance.
    var others: [(place: DeltaText.Place, name: String?, text: String)] = []
    var isOver = false

    mutating func add(_ piece: DeltaText.Piece) {
      if let index = others.firstIndex(where: { $0.place == piece.place }) {
        others[index].text += piece.text
        others[index].name = others[index].name ?? piece.name
      } else {
        others.append((piece.place, piece.name, piece.text))
      }
    }
  }

  /// The text so far, as UTF-8.
  package let store = ByteStore()
  private let state = Mutex(State())

  package init() {}

  /// Reads messages of about `budget` bytes; returns `false` if there was none.
  @discardableResult
  package func advance(with messages: StreamedMessages, by budget: Int = 1 << 20) -> Bool {
    state.withLock { state in
      guard state.next < messages.count, !state.isOver else {
        if messages.body.isFinished, messages.end == messages.body.count { finish(&state) }
        return false
      }
      var text: [UInt8] = []
      let start = messages.range(of: state.next).lowerBound
      var end = start
      while state.next < messages.count, end - start < budget {
        end = messages.range(of: state.next).upperBound
        for piece in Self.pieces(of: state.next, in: messages) {
          if piece.place == .choice(0) { text += piece.text.utf8 } else { state.add(piece) }
        }
        state.next += 1
      }
      // Pages of a body in a file need not stay in memory after reading.
      messages.body.releaseResidentMemory(in: start..<end)
      // Without room for the joined text, its parts remain in the messages.
      try? store.append(text)
      return true
    }
  }

  /// Marks the answer as complete.
  package func finish() { state.withLock { finish(&$0) } }

  private func finish(_ state: inout State) {
    if state.isOver { return }
    state.isOver = true
    var text = ""
    for other in state.others {
      text += store.count == 0 && text.isEmpty ? "" : "\n\n"
      text += "[\(Self.heading(other.place, other.name))]\n\(other.text)"
    }
    // As above: the parts are still in the messages.
    try? store.append(Array(text.utf8))
    store.finish()
  }

  private static func heading(_ place: DeltaText.Place, _ name: String?) -> String {
    switch place {
    case .choice(let number): return "choice \(number + 1)"
    case .call(let number, let choice):
      let words = "tool call \(name ?? String(number + 1))"
      return choice == 0 ? words : "choice \(choice + 1), \(words)"
    }
  }

  private static func pieces(of number: Int, in messages: StreamedMessages) -> [DeltaText.Piece] {
    let range = messages.range(of: number)
    let isPossible = messages.body.withUnsafeBytes { all in
      range.count <= DeltaText.longest && DeltaText.isPossible(in: UnsafeRawBufferPointer(rebasing: all[range]))
    }
    return isPossible ? DeltaText.pieces(of: messages[number].data) : []
  }

  package static func == (left: JoinedText, right: JoinedText) -> Bool { left === right }
}

/// The text that one message of a streamed answer adds, in the formats of language model APIs.
package enum DeltaText {
  /// The text that a piece belongs to.
  package enum Place: Hashable, Sendable {
    /// One of several choices, counted from 0.
    case choice(Int)
    /// The arguments of a tool call in a choice.
    case call(Int, choice: Int)
  }

  package struct Piece: Equatable, Sendable {
    package var place: Place
    package var text = ""
    /// The tool name, in the message that begins a call.
    package var name: String?
  }

  /// The size limit in bytes; longer messages add no text.
  static let longest = 1 << 20
  /// Every message that adds text contains one of these.
  private static let marks = ["\"delta\"", "\"candidates\"", "\"done\"", "\"choices\"", "_call\"", "\"tool_use\""]
    .map { Array($0.utf8) }

  /// Empty for a message that adds nothing.
  package static func pieces(of message: [UInt8]) -> [Piece] {
    guard message.count <= longest, message.withUnsafeBytes({ isPossible(in: $0) }) else { return [] }
    // A message that is not JSON adds no text.
    guard let node = try? JSONValue(parsing: message) else { return [] }
    return pieces(of: node).filter { !$0.text.isEmpty || $0.name != nil }
  }

  /// Returns whether a message may add text, a quick check that rules out nearly all others.
  static func isPossible(in message: UnsafeRawBufferPointer) -> Bool {
    marks.contains { ByteSearch.first($0, in: message) != nil }
  }

  private static func pieces(of node: JSONValue) -> [Piece] {
    if let choices = node["choices"]?.array { return choices.flatMap(pieces(ofChoice:)) }
    if let type = node["type"]?.string, let event = pieces(ofEvent: type, node) { return event }
    if let delta = node["delta"] {
      return [Piece(place: .choice(0), text: delta["text"]?.string ?? delta.string ?? "")]
    }
    if let candidates = node["candidates"]?.array {
      return candidates.enumerated().map { place, candidate in
        let parts = candidate["content"]?["parts"]?.array ?? []
        return Piece(
          place: .choice(candidate["index"]?.int ?? place), text: parts.compactMap { $0["text"]?.string }.joined())
      }
    }
    guard node["done"]?.bool != nil else { return [] }
    return [Piece(place: .choice(0), text: (node["message"]?["content"] ?? node["response"])?.string ?? "")]
  }

  private static func pieces(ofChoice choice: JSONValue) -> [Piece] {
    let index = choice["index"]?.int ?? 0
    let delta = choice["delta"]
    let text = delta?["content"]?.string ?? choice["text"]?.string ?? ""
    let calls = (delta?["tool_calls"]?.array ?? []).enumerated().map { place, call in
      Piece(
        place: .call(call["index"]?.int ?? place, choice: index), text: call["function"]?["arguments"]?.string ?? "",
        name: call["function"]?["name"]?.string)
    }
    return [Piece(place: .choice(index), text: text)] + calls
  }

  /// The pieces of events with a type name; `nil` for other messages.
  private static func pieces(ofEvent type: String, _ node: JSONValue) -> [Piece]? {
    let call = Place.call((node["index"] ?? node["output_index"])?.int ?? 0, choice: 0)
    switch type {
    case "content_block_delta":
      let delta = node["delta"]
      if let part = delta?["partial_json"]?.string { return [Piece(place: call, text: part)] }
      return [Piece(place: .choice(0), text: delta?["text"]?.string ?? "")]
    case "content_block_start":
      let block = node["content_block"]
      guard block?["type"]?.string == "tool_use" else {
        return [Piece(place: .choice(0), text: block?["text"]?.string ?? "")]
      }
      return [Piece(place: call, name: block?["name"]?.string)]
    case "response.output_item.added":
      return node["item"]?["type"]?.string == "function_call"
        ? [Piece(place: call, name: node["item"]?["name"]?.string)] : []
    case "response.function_call_arguments.delta": return [Piece(place: call, text: node["delta"]?.string ?? "")]
    case "response.output_text.delta": return [Piece(place: .choice(0), text: node["delta"]?.string ?? "")]
    // Other events of that service repeat text or contain reasoning.
    default: return type.hasPrefix("response.") ? [] : nil
    }
  }
}
