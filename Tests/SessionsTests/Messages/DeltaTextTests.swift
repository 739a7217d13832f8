import Basics
import Networking
import TestSupport
import Testing

@testable import Sessions

@Suite struct DeltaTextTests {
  @Test(arguments: [
    (#"{"choices":[{"index":0,"delta":{"content":"Hel"}}]}"#, "Hel"),
    (#"{"choices":[{"index":1,"delta":{"content":"other"}},{"index":0,"delta":{"content":"lo"}}]}"#, "lo"),
    (#"{"choices":[{"index":0,"delta":{"role":"assistant"}}]}"#, nil),
    (#"{"choices":[{"index":0,"text":"old"}]}"#, "old"),
    (#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}"#, "Hi"),
    (#"{"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{"}}"#, nil),
    (#"{"type":"response.output_text.delta","delta":"so"}"#, "so"),
    (#"{"type":"response.function_call_arguments.delta","delta":"{"}"#, nil),
    (#"{"candidates":[{"content":{"parts":[{"text":"a"},{"text":"b"}]}}]}"#, "ab"),
    (#"{"model":"m","message":{"content":"x"},"done":false}"#, "x"),
    (#"{"model":"m","response":"y","done":false}"#, "y"),
    (#"{"message":{"content":"no stream"}}"#, nil),
    ("[DONE]", nil), (#"{"delta": "#, nil), (#"["delta"]"#, nil), ("", nil),
  ])
  func `A message adds the text that its service puts into it.`(_ message: String, _ text: String?) {
    #expect(DeltaText.text(of: Array(message.utf8)) == text)
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
