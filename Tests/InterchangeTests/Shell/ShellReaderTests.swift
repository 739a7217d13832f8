import Foundation
import TestSupport
import Testing

@testable import Interchange

@Suite("Reading pasted shell text")
struct ShellReaderTests {
  private func words(_ text: String) -> [[String]] {
    ShellSyntax.guess(text).read(text).commands.map { $0.words.map(\.text) }
  }

  @Test("Quotes, escapes and continuations are read as the shell reads them")
  func quotes() {
    #expect(
      words(#"curl 'a b' "c \"d\" \x" e\ f ''  "" g'h'i"#) == [["curl", "a b", #"c "d" \x"#, "e f", "", "", "ghi"]])
    #expect(words(#"curl $'a\n\x41\u00e9\101\'\e[' $"x""#) == [["curl", "a\nAéA'\u{1B}[", "x"]])
    #expect(words("curl a \\\n  b \\\r\n  c") == [["curl", "a", "b", "c"]])
    #expect(words("curl 'a\nb'") == [["curl", "a\nb"]])
  }

  @Test("Words are the same as in real shells")
  func againstShells() throws {
    let texts = [
      #"'it'\''s' "a\b\$\`\\" \a\ \' x"y"'z' "" ''"#, #"a"b c"d\"e 'x"y' "it's" \\ \; \& a=b -x --y=z"#,
      "'multi\nline' \"dou\\\nble\" con\\\ntinued", "# no\nword # comment", "a;b", "a#b '#' {x,y",
    ]
    for text in texts {
      let folder = try TemporaryDirectory("words")
      let script = "p() { for w in \"$@\"; do printf '%s\\0' \"$w\"; done >> out; }\n"
      let body = text.split(separator: ";").count > 1 && text == "a;b" ? "p a; p b" : "p \(text)"
      _ = try ShellRun(script + body, shell: ShellRun.shells.last?.path ?? "/bin/sh", in: folder)
      let real = try folder.read("out").split(separator: 0, omittingEmptySubsequences: false).dropLast()
        .map { String(decoding: $0, as: UTF8.self) }
      let ours = words(body).flatMap { $0.dropFirst() }
      // The word "word" of the comment test starts a separate command.
      #expect(Array(real) == ours.filter { !$0.isEmpty || real.contains("") }, "\(text)")
    }
  }

  @Test("Prompts, lost continuations and text around a command are tolerated")
  func pasted() {
    #expect(words("$ curl http://x \\\n> -H 'a: b'") == [["curl", "http://x", "-H", "a: b"]])
    #expect(words("user@host:~/dir$ curl x") == [["curl", "x"]])
    #expect(words("curl http://x\n  -H 'a: b'\n  -d c") == [["curl", "http://x", "-H", "a: b", "-d", "c"]])
    #expect(words("curl http://x \\ \n  -H 'a: b'") == [["curl", "http://x", "-H", "a: b"]])
    #expect(words("curl http://x \\ -H 'a: b'") == [["curl", "http://x", "-H", "a: b"]])
    #expect(words("curl -X POST\n  http://x") == [["curl", "-X", "POST", "http://x"]])
    #expect(words("curl a\ncurl b; curl c && curl d | jq .").count == 5)
  }

  @Test("Variables are kept; pipes, here-documents and command substitutions are named and never run")
  func open() {
    let script = ShellSyntax.posix.read("A=1\ncurl \"$BASE/${ID}x\" -d \"$(touch pwned)`id`\" <<< hi")
    #expect(script.commands.last?.words.map(\.text) == ["curl", "{{BASE}}/{{ID}}x", "-d", "$(touch pwned)`id`"])
    #expect(script.commands.last?.substitution == "$(touch pwned) is not run: replace it with its output")
    #expect(script.commands.last?.unknownInput != nil && script.commands.first?.assignments.first?.name == "A")
    let documents = ShellSyntax.posix.read(
      "curl x -d @- <<EOF\na $B\ncurl z\nEOF\ncurl y <<-'E'\n\t$z\n\tE\ncurl w < f")
    #expect(documents.commands.map { $0.words.dropFirst().first?.text } == ["x", "y", "w"])
    #expect(documents.commands.map { $0.unknownInput != nil } == [true, true, false])
    #expect(documents.commands.last?.input?.text == "f")
    for text in ["printf a | curl x -d @-", "{ printf a; cat b; } |\n  curl x -d @-", "echo a | curl.exe `\n  x -d @-"]
    {
      #expect(ShellSyntax.guess(text).read(text).commands.last?.unknownInput?.contains("(|)") == true, "\(text)")
    }
    #expect(words(#"curl "$(printf '\033\007')a""#) == [["curl", "\u{1B}\u{07}a"]])
  }

  @Test("The cmd and PowerShell forms of browsers are read")
  func windows() {
    let old = "curl \"http://x/?a=1^&b\" ^\n  -H \"a: \\\"b\\\"\" ^\n  --data-raw \"{\\\"k\\\":1}\" ^\n  --compressed"
    #expect(words(old) == [["curl", "http://x/?a=1^&b", "-H", "a: \"b\"", "--data-raw", "{\"k\":1}", "--compressed"]])
    let new = "curl ^\"http://x/?a=1^&b=%^20^\" ^\n  -H ^\"a: ^\\^\"b^\\^\"^\" ^\n  -d ^\"l1^\n\nl2^\""
    #expect(words(new) == [["curl", "http://x/?a=1&b=%20", "-H", "a: \"b\"", "-d", "l1\nl2"]])
    let power = "curl.exe 'http://x' `\n  -H 'a: it''s' `\n  -d \"x `\"y`\" $env:NAME\""
    #expect(words(power) == [["curl.exe", "http://x", "-H", "a: it's", "-d", "x \"y\" {{NAME}}"]])
  }
}
