import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import apus

/// Every command on a real terminal, with hostile text everywhere. A new command fails here until it is listed.
@Suite("Terminal output is text") struct HostileTerminalTests {
  /// The lines of shell to run for each command: `$H` is the hostile text, `$W` the workspace, `$U` the server's URL,
  /// `$F` a folder of files.
  static let lines: [String: [String]] = [
    "open": [#"apus open "$F/$H""#, #"apus "$H""#, #"apus help "$H""#],
    "send": [
      #"apus send "$H""#, #"apus send r -v --timing"#, #"apus send "$H/r" -i"#, #"apus send json"#,
      #"apus send json --json"#, #"apus send json --query '$.a'"#, #"apus send json --query "$H""#,
      #"apus send binary"#,
      #"apus send gone"#, #"apus send r --env "$H""#, #"echo n | apus send json --env "$H""#,
      #"apus send r --var "$H=$H" -H "X: $H""#, #"apus send "$U/$H" -v"#, #"apus send "$U/text" -o "$F/no/$H""#,
      #"apus send json --retry-until "res.body eq $H" --for 0s"#, #"apus send "$U/text" -o /dev/tty"#,
      #"apus send "$U/text" --download "$F/d$H""#, #"apus send "broken $H""#,
      #"apus send r --envs "$H,nope" --yes"#, #"apus env duplicate "$H" b; apus send r --envs "$H" --envs b --yes -i"#,
      #"apus send json --envs "$H" --envs b --yes --json"#, #"apus send r --answer "$H=$H" -H "X: {{?a $H|b,c}}""#,
      #"apus send r --answer "$H""#,
      #"apus send r --dry-run -H "X-$H: $H" --reveal-secrets"#, #"apus send json --dry-run -d "$H" -H "Y: é""#,
    ],
    "curl": [
      #"apus curl -v -i "$U/text" -w "%{url_effective}$H""#, #"apus curl "$U/binary""#, #"apus curl "--$H""#,
      #"apus curl -D - -o /dev/null "$U/text""#, #"apus curl "$U/text" -c -"#, #"apus curl "ht$H://x""#,
    ],
    "run": [
      #"apus run"#, #"apus run r --report json"#, #"apus run r --report tap"#, #"apus run r --report "$H""#,
      #"apus run r --data "$F/data $H.csv""#, #"apus run "$H" --repeat 2"#, #"apus run --tag "$H""#,
      #"apus run r --rate "$H""#, #"apus run --dry-run"#, #"apus run r --dry-run --reveal-secrets --answer "$H=$H""#,
      #"apus run r --duration 50ms --report github"#, #"apus run r --retry-until "res.status eq $H" --for 0s"#,
    ],
    "serve": [
      #"apus serve "no$H""#, #"apus serve --host "$H""#, #"apus serve --delay "$H""#,
      #"apus serve --env "$H" --port 99999"#,
      #"apus serve --port 0 > "$F/url" & p=$!; until [ -s "$F/url" ]; do :; done; curl -s -o /dev/null "$(cat "$F/url")/echo?a=%1b" -H "Prefer: example=$H"; kill $p; wait $p"#,
    ],
    "listen": [
      #"apus listen --webhook --port 0 --count 1 > "$F/heard" & p=$!; until [ -s "$F/heard" ]; do :; done; curl -s -o /dev/null -d "$H" "$(head -n 1 "$F/heard")/%1b?a=%1b"; wait $p; cat "$F/heard""#,
      #"apus listen --webhook --count 1 --secret-variable "$H""#, #"apus listen --webhook --host "$H" --port 0"#,
    ],
    "list": [#"apus list"#, #"apus list --json"#, #"apus list "$F/$H""#],
    "import": [
      #"apus import --list "$F/c $H.json""#, #"apus import --json "$F/c $H.json""#,
      #"apus import "$F/c $H.json" --into "$F""#,
      #"apus import "$F/a $H.json""#, #"apus import --list "$F/d $H.sh""#, #"apus import --from "$H" x"#,
    ],
    "export": ["curl", "har", "http", "hurl", "postman", "json", "k6"].map { "apus export \($0) r" } + [
      #"apus export hurl ."#, #"apus export curl ."#, #"apus export har ."#, #"apus export curl "$H""#,
      #"apus export curl "$U/$H" -H "A: $H""#,
    ],
    "history list": [
      "apus send r", "apus send json", "apus history", "apus history list --json", #"apus history list --status "$H""#,
    ],
    "history show": [
      "apus send r", "apus history show last", "apus history show last --json", #"apus history show "$H""#,
      "apus send binary", "apus history show last",
    ],
    "history compare": [
      "apus send r", "apus send json", #"apus history compare last "$H""#, "apus send r", "apus history compare last",
    ],
    "history times": ["apus send r", "apus history times"],
    "history resend": ["apus send r", "apus history resend last", #"apus history resend "$H""#],
    "history replay": ["apus send r", "apus history replay last", #"apus history replay "$H""#],
    "history delete": [#"apus history delete "$H""#, "apus send r", #"apus history delete last "$H""#],
    "history clear": ["apus send r", "apus history clear < /dev/null", "apus history clear --yes"],
    "env list": ["apus env", "apus env list --json"],
    "env show": [#"apus env show "$H""#, #"apus env show "$H" --json"#, #"apus env show nobody"#],
    "env set": [#"apus env set "$H" "$H=$H""#, #"apus env set "$H" "$H""#],
    "env new": [#"apus env new "$H" "$H=$H""#, #"apus env new a "$H""#, #"apus env new a -w "$H""#],
    "env rename": [#"apus env rename "$H" b"#, #"apus env rename nobody "$H""#, #"apus env rename b "$H/x""#],
    "env duplicate": [
      #"apus env duplicate "$H" b"#, #"apus env duplicate b "$H$H""#, #"apus env duplicate "$H" "$H""#,
    ],
    "env delete": [#"apus env delete "$H""#, #"apus env delete nobody"#],
    "env diff": [
      #"apus env duplicate "$H" b"#, #"apus env set b "x$H=$H""#, #"apus env diff "$H" b"#,
      #"apus env diff b "$H" --json"#,
    ],
    "env allow": [#"apus env allow "$H" < /dev/null"#, #"apus env allow "$H" --yes"#],
    "cookies list": [
      importedCookies, "apus cookies", "apus cookies list --reveal-secrets", "apus cookies list --json",
    ],
    "cookies set": [#"apus cookies set "http://$H" "a=$H""#, #"apus cookies set "$H" "$H=1; Domain=$H""#],
    "cookies delete": [#"apus cookies delete "$H" --host "$H""#, #"apus cookies delete a --env "$H""#],
    "cookies clear": [importedCookies, #"apus cookies clear "$H""#, "apus cookies clear"],
    "cookies import": [#"apus cookies import "$F/$H""#, #"apus cookies import "$F/a $H.json""#, importedCookies],
    "cookies export": [importedCookies, "apus cookies export", #"apus cookies export -o "$F/no/$H""#],
    "allow": [
      "apus allow < /dev/null", #"apus allow "$H" --yes"#, #"apus allow --variable "$H" --to "http://$H" --yes"#,
      #"apus allow --file "$F/$H" --to "$H" --yes"#, "apus allow --list", #"apus allow --revoke --variable "$H""#,
    ],
    "adopt": [#"apus adopt "$H""#, "apus adopt", #"mkdir ".apus-from-elsewhere$H"; apus adopt"#],
    "config": [
      "apus config", "apus config --commands", "apus config --path",
      #"mkdir -p "$HOME/.config/apus"; printf '%s: %s\ntheme: %s\nbindings: { %s: x, send: %s }\n' "$H" "$H" "$H" "$H" "$H" > "$HOME/.config/apus/config.yml"; apus config --check; EDITOR=false apus config --edit"#,
      #"XDG_CONFIG_HOME="$F/$H" apus config --path"#, #"apus config "$H""#,
    ],
    "schema": [
      #"printf 'info: {name: g, type: graphql}\ngraphql: {url: "http://x", method: POST}\nextensions: {apus: {graphql: {schema: s.graphql}}}\n' > "$W/g.yml""#,
      #"printf '"""%s"""\ntype Query { """%s""" a: Int }\n' "$H" "$H" > "$W/s.graphql"; apus schema g; apus schema g Query"#,
      #"apus schema g "$H""#, #"apus schema g --search "$H""#, "apus schema g --document", "apus schema g --json",
      #"printf 'type %s' "$H" > "$W/s.graphql"; apus schema g"#,
    ],
    "script check": [
      #"apus script check"#, #"apus script check --json"#, #"apus script check "$H""#,
      #"printf 'info: {name: s, type: http}\nruntime:\n  scripts:\n    - {type: tests, code: "pm.%s.x(); pm[1]"}\n' "$H" > "$W/s.yml"; apus script check"#,
    ],
    "keys": [#"apus keys < /dev/null"#, #"apus keys "$H""#],
    "themes": [
      #"mkdir -p "$HOME/.config/apus/themes"; echo "$H: $H" > "$HOME/.config/apus/themes/$H.yml"; NO_COLOR=1 apus themes"#,
      #"apus themes "$H""#,
    ],
    "json fmt": [#"apus json fmt "$F/a $H.json""#, #"apus json fmt "$F/broken $H.json""#, #"apus json fmt "$H""#],
    "json min": [#"apus json min "$F/a $H.json""#],
    "json check": [#"apus json check "$F/broken $H.json""#],
    "query": [
      #"apus query '$..*' "$F/a $H.json""#, #"apus query -r '$..name' "$F/a $H.json""#,
      #"apus query "$H" "$F/a $H.json""#,
      #"apus query --json '$..*' "$F/a $H.json""#, #"apus query '$' "$F/broken $H.json""#,
    ],
    "init": [#"mkdir "$F/new$H"; apus init "$F/new$H""#, #"apus init "$F/no$H""#],
    "demo": [#"apus demo --serve --port "$H""#, "apus demo --port 70000"],
    "doctor": [#"TERM="$H" EDITOR="$H" apus doctor"#],
    "completion": ["apus completion bash | head -n 3", #"apus completion "$H""#],
    "manual": ["apus manual | head -n 3", "apus help manual"],
  ]

  /// Cookies from a file, with values that a server could not set.
  private static let importedCookies =
    #"printf '%s\tFALSE\t/%s\tFALSE\t0\t%s\t%s\n' h "$H" "n$H" "v$H" | tr '\r' ' ' > "$F/jar"; apus cookies import "$F/jar""#

  /// Output that proves that the hostile text was present in the relevant place.
  static let said: [String: [String]] = [
    "open": ["there is no command x␛]0;owned"],
    "send": [
      "x␛]0;owned␇␛[31m<U+009B>2J<U+202E><U+2066><U+200B><U+FEFF>␡␈<U+E0041>␍y<9B>2J<9D>0;x<9C>\r\nlast line",
      "are shown as text: -o FILE saves it, --raw or a pipe gives it byte for byte", #"\u009b\u202e\u007f"#,
      "X-Hostile: x␛]0;owned", "the body is not text (image/png, 9 B) and not shown: -o FILE saves it",
      "< HTTP/1.1 200 O",
    ],
    "curl": ["and not shown: -o FILE saves it, -o - or a pipe gives it byte for byte", "x␛]0;owned␇"],
    "run": ["1 of 1 requests run", #"\u009b2J"#, "x␛]0;owned"],
    "list": ["GET   r", "x␛]0;owned␇", #"\u009b2J\u202e"#],
    "import": ["POST  x␛]0;owned␇", #"\u009b2J"#, "none of the formats"],
    "export": ["curl ", #"\u009b2J"#],
    "history list": ["200  GET", #"\u009b2J"#],
    "history show": ["< X-Hostile: x␛]0;owned␇", "--raw or a pipe gives it byte for byte", "is not text (image/png"],
    "env show": ["base", #"\u009b2J"#],
    "env allow": ["add --yes to allow it"],
    "cookies list": ["nx␛]0;owned␇", #"\u009b2J"#],
    "cookies export": ["vx␛]0;owned␇"],
    "allow": ["x␛]0;owned␇"],
    "adopt": ["x␛]0;owned␇"],
    "query": [#"\u009b2J"#, "x␛]0;owned␇"],
    "schema": ["x␛]0;owned␇"],
    "doctor": ["Terminal     x␛]0;owned␇"],
  ]

  static let commands = names(of: Apus.configuration.subcommands, above: "")

  private static func names(of commands: [any ParsableCommand.Type], above: String) -> [String] {
    commands.flatMap { command in
      let name = above + (command.configuration.commandName ?? "")
      let inner = command.configuration.subcommands
      return inner.isEmpty ? [name] : names(of: inner, above: name + " ")
    }
  }

  /// Runs a line of shell on a terminal.
  private func output(of line: String, _ hostile: HostileText) throws -> [UInt8] {
    let program = URL(fileURLWithPath: try Program.path()).deletingLastPathComponent().path
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", line],
      environment: [
        "PATH": "\(program):/usr/bin:/bin", "HOME": hostile.folder.path, "NO_PROXY": "*", "COLORFGBG": "15;0",
        "COLORTERM": "truecolor",
      ])
    _ = try terminal.waitForEnd()
    return terminal.output
  }

  @Test("A question with untrusted names is text")
  func questions() throws {
    let hostile = try HostileText()
    let lines = ["apus send r", "apus history clear", #"apus send json --env "$H""#, #"apus env allow "$H""#]
    try hostile.folder.write("script", "cd \"$W\" || exit 1\n" + lines.joined(separator: "\n") + "\n")
    let terminal = try hostile.run("script", with: try Program.path())
    // Three answers, typed in advance.
    terminal.type("n\nn\nn\n")
    _ = try terminal.waitForEnd()
    let asked = String(decoding: terminal.output, as: UTF8.self).components(separatedBy: "[y/N]").dropLast()
    #expect(asked.count == 3 && asked.allSatisfy { $0.contains("x␛]0;owned␇") })
    #expect(HostileText.firstOffence(in: terminal.output) == nil)
  }

  @Test("With --raw, a terminal receives the body byte for byte, as a pipe does", arguments: ["text", "binary"])
  func raw(body: String) async throws {
    let hostile = try HostileText()
    let url = "\(hostile.server.url)/\(body)"
    let shown = try output(of: "apus send \(url) --raw", hostile)
    let bytes = body == "text" ? HostileText.bytes : HostileText.picture
    #expect(shown.firstRange(of: bytes) != nil)
    let piped = try await Program(in: hostile.folder.path).run("send", url)
    #expect(piped.output.starts(with: bytes) && piped.error.isEmpty)
    #expect(try output(of: "apus curl \(url) -o -", hostile).firstRange(of: bytes) != nil)
  }

  @Test("An ASCII terminal receives only ASCII, because other bytes may be controls")
  func ascii() throws {
    let hostile = try HostileText()
    let shown = HostileText.withoutColors(try output(of: "LC_ALL=C apus send \(hostile.server.url)/text -v", hostile))
    #expect(shown.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0D || $0 == 0x0A) })
    #expect(String(decoding: shown, as: UTF8.self).contains("x^[]0;owned^G^[[31m<U+009B>2J"))
  }

  @Test("Text in another character set is converted for the terminal")
  func charset() throws {
    let hostile = try HostileText()
    #expect(
      String(decoding: try output(of: "apus send \(hostile.server.url)/latin", hostile), as: UTF8.self).contains("café")
    )
  }

  @Test("No command lets a terminal obey or hide untrusted text", arguments: commands)
  func command(name: String) throws {
    let wanted = try #require(Self.lines[name], "say in `lines` what is run of this command")
    let hostile = try HostileText()
    // Invalid invocations for every command.
    let wrong = [#"apus \#(name) "--$H""#, #"apus \#(name) "$H" "$H" "$H" "$H""#, "apus help \(name)"]
    let script = (wanted + wrong).enumerated().map { index, line in "echo '@@ \(index)'\n\(line) < /dev/null\n" }
      .joined()
    try hostile.folder.write("script", "cd \"$W\" || exit 1\n" + script)
    let terminal = try hostile.run("script", with: try Program.path())
    _ = try terminal.waitForEnd()
    let parts = String(decoding: HostileText.withoutColors(terminal.output), as: UTF8.self).components(
      separatedBy: "@@ ")
    #expect(parts.count == wanted.count + wrong.count + 1, "not every line was run")
    // The output must contain the hostile names, otherwise nothing was tested.
    #expect(HostileText.firstOffence(in: terminal.output) == nil, "\(name)")
    for text in Self.said[name] ?? [] { #expect(parts.contains { $0.contains(text) }, "\(name): \(text)") }
  }
}
