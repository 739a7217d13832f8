import Basics
import Networking
import TestSupport
import Testing

@testable import SessionModel

@Suite struct DeltaTextTests {
  private static func call(_ place: Int, _ text: String, _ name: String? = nil) -> DeltaText.Piece {
    DeltaText.Piece(place: .call(place, choice: 0), text: text, name: name)
  }

  private static func choice(_ number: Int, _ text: String) -> DeltaText.Piece {
    DeltaText.Piece(place: .choice(number), text: text)
  }

  @Test(arguments: [
    (#"{"choices":[{"index":0,"delta":{"content":"Hel"}}]}"#, [choice(0, "Hel")]),
    (
      #"{"choices":[{"index":1,"delta":{"content":"other"}},{"index":0,"delta":{"content":"lo"}}]}"#,
      [choice(1, "other"), choice(0, "lo")]
    ),
    (#"{"choices":[{"index":0,"delta":{"role":"assistant"}}]}"#, []),
    (#"{"choices":[{"index":0,"text":"old"}]}"#, [choice(0, "old")]),
    (
      #"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"name":"f","arguments":"{"}}]}}]}"#,
      [call(1, "{", "f")]
    ),
    (#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}"#, [choice(0, "Hi")]),
    (
      #"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{"}}"#,
      [call(1, "{")]
    ),
    (
      #"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","name":"f","input":{}}}"#,
      [call(1, "", "f")]
    ),
    (#"{"type":"response.output_text.delta","delta":"so"}"#, [choice(0, "so")]),
    (#"{"type":"response.function_call_arguments.delta","output_index":2,"delta":"{"}"#, [call(2, "{")]),
    (#"{"type":"response.reasoning_text.delta","delta":"hm"}"#, []),
    (#"{"candidates":[{"content":{"parts":[{"text":"a"},{"text":"b"}]}}]}"#, [choice(0, "ab")]),
    (#"{"model":"m","message":{"content":"x"},"done":false}"#, [choice(0, "x")]),
    (#"{"model":"m","response":"y","done":false}"#, [choice(0, "y")]),
    (#"{"message":{"content":"no stream"}}"#, []),
    ("[DONE]", []), (#"{"delta": "#, []), (#"["delta"]"#, []), ("", []),
  ])
  func `A message adds the text of each service's format.`(_ message: String, _ pieces: [DeltaText.Piece]) {
    #expect(DeltaText.pieces(of: Array(message.utf8)) == pieces)
  }

  @Test func `Other choices and tool calls follow under headings once the answer is over.`() throws {
    let store = ByteStore()
    var messages = StreamedMessages(.lines, of: store, since: nil)
    let joined = JoinedText()
    for (index, content) in [(0, "one"), (1, "eins"), (0, " two"), (1, " zwei")] {
      let line = #"{"choices":[{"index":\#(index),"delta":{"content":"\#(content)"}}]}"#
      try store.append(Array((line + "\n").utf8))
    }
    let call = #"{"choices":[{"delta":{"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]}"#
    try store.append(Array((call + "\n").utf8))
    messages.advance()
    while joined.advance(with: messages) {}
    #expect(String(decoding: joined.store.allBytes, as: UTF8.self) == "one two")
    store.finish()
    while joined.advance(with: messages) {}
    #expect(
      String(decoding: joined.store.allBytes, as: UTF8.self)
        == "one two\n\n[choice 2]\neins zwei\n\n[tool call f]\n{}")
  }

  @Test func `The text grows with the messages, in steps.`() throws {
    let store = ByteStore()
    var messages = StreamedMessages(.events, of: store, since: nil)
    let joined = JoinedText()
    #expect(!joined.advance(with: messages))
    for word in ["one", " two", " three é"] {
      try store.append(Array("data: {\"delta\": {\"text\": \"\(word)\"}}\n\n: ping\n\n".utf8))
    }
    messages.advance()
    while joined.advance(with: messages, by: 1) {}
    #expect(String(decoding: joined.store.allBytes, as: UTF8.self) == "one two three é")
  }
}
