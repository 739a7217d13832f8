import Basics
import Testing

@Suite struct JSONTokensTests {
  @Test(
    arguments: [
      (
        #"{"a" : [-1.5e+3, null]}"#, "{ open|\"a\" string|: colon|[ open|-1.5e+3 word|, comma|null word|] close|} close"
      ),
      (#""\"" "x"#, #""\"" string|"x unfinishedString"#), (#""a\"#, #""a\ unfinishedString"#),
      ("a=é", "a word|= other|é word"),
      ("\"a\nb\"", "\"a\nb\" string"), (" \r\n\t", ""), ("", ""),
    ])
  func `Tokens are found in any text`(text: String, expected: String) {
    let bytes = Array(text.utf8)
    let found = JSONTokens(bytes).map { "\(String(decoding: bytes[$0.range], as: UTF8.self)) \($0.kind)" }
    #expect(found.joined(separator: "|") == expected)
  }

  @Test(
    arguments: [
      (#"{ "a\u0062": {"x": "}"}, "c":[1 ,2],"d": 1.50 } "#, [#"ab={"x": "}"}"#, "c=[1 ,2]", "d=1.50"]),
      ("{}", []), (#"{"a":1,}"#, nil), (#"{"a":1} x"#, nil), (#"{"a" 1}"#, nil), (#"{"a":[1}"#, nil), ("[1]", nil),
      ("", nil),
    ] as [(String, [String]?)])
  func `The members of an object keep their spelling`(text: String, expected: [String]?) {
    let members = JSONMembers.of(Array(text.utf8))
    #expect(members?.map { "\($0.name)=\(String(decoding: $0.value, as: UTF8.self))" } == expected)
  }
}
