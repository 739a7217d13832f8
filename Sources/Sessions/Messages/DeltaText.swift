import Basics

/// The text that one message of a streamed answer adds to the whole, as services for language models stream it.
package enum DeltaText {
  /// In bytes; a longer message is not part of a text.
  static let longest = 1 << 20
  /// One of these is in every message that adds text.
  private static let marks = ["\"delta\"", "\"candidates\"", "\"done\"", "\"choices\""].map { Array($0.utf8) }

  /// `nil` for a message that adds none.
  package static func text(of message: [UInt8]) -> String? {
    guard message.count <= longest, message.withUnsafeBytes({ isPossible(in: $0) }) else { return nil }
    // Whatever is no JSON adds no text.
    guard let node = try? JSONValue(parsing: message) else { return nil }
    return text(of: node).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a message may add text: `false` for nearly all that do not, at once.
  static func isPossible(in message: UnsafeRawBufferPointer) -> Bool {
    marks.contains { mark in mark.withUnsafeBytes { ByteSearch.first($0, in: message) != nil } }
  }

  private static func text(of node: JSONValue) -> String? {
    if let choices = node["choices"]?.array {
      // Of several answers at once, the first one is joined.
      let first = choices.first { ($0["index"]?.int ?? 0) == 0 }
      return first?["delta"]?["content"]?.string ?? first?["text"]?.string
    }
    if let delta = node["delta"] {
      if let text = delta["text"]?.string { return text }
      // `response.output_text.delta`, but not the arguments of a call.
      return node["type"]?.string?.hasSuffix("output_text.delta") == false ? nil : delta.string
    }
    if let parts = node["candidates"]?.array?.first?["content"]?["parts"]?.array {
      return parts.compactMap { $0["text"]?.string }.joined()
    }
    guard node["done"]?.bool != nil else { return nil }
    return node["message"]?["content"]?.string ?? node["response"]?.string
  }
}
