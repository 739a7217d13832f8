import DemoServer
import Foundation
import TestSupport
import Testing

/// The demo API's gRPC services with the requests of the demo collection.
@Suite struct DemoCallTests {
  private func withDemo(_ body: (Program, DemoServer) async throws -> Void) async throws {
    let server = try await DemoServer.start()
    let folder = try TemporaryDirectory("demo-calls")
    let demo = "\(folder.path)/demo"
    try FileManager.default.copyItem(atPath: "\(Repository.root.path)/Workspaces/demo", toPath: demo)
    var program = Program(in: demo)
    program.variables = ["HOME": folder.path, "APUS_VAR_base_url": server.url]
    do { try await body(program, server) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test func `Every call of the demo collection gets its documented answer.`() async throws {
    try await withDemo { program, server in
      let run = try await program.run("run", "grpc", "--var", "base_url=\(server.url)")
      #expect(run.status == 0, "\(run.text) \(run.error)")
      for name in ["say", "repeat", "join", "talk", "get-item", "missing-item", "list-items", "place-orders", "watch"] {
        #expect(run.text.contains("grpc/\(name)"), "\(run.text)")
      }
    }
  }

  @Test func `A URL without a method is answered with instructions that work.`() async throws {
    try await withDemo { program, server in
      let address = server.url.replacingOccurrences(of: "http://", with: "grpc://")
      let sent = try await program.run("send", address)
      #expect(sent.status == 4 && sent.error.contains("/package.Service/Method"), "\(sent.error)")
      #expect(sent.error.contains("`apus schema`"))
      #expect(try await program.run("schema", address).text.contains("demo.Echo"))
    }
  }

  @Test func `A dry run shows the head and the messages of a call, with their bytes once the types are known.`()
    async throws
  {
    try await withDemo { program, server in
      let text = ["-d", "{\"text\": \"hi\"}"]
      let before = try await program.run(["send", "grpc/say", "--dry-run"] + text)
      let authority = server.url.replacingOccurrences(of: "http://", with: "")
      let head = "POST /demo.Echo/Say HTTP/2\r\n:authority: \(authority)\r\n"
      #expect(before.status == 0 && before.text.hasPrefix(head), "\(before.text) \(before.error)")
      for field in ["te: trailers", "content-type: application/grpc"] {
        #expect(before.text.contains("\r\n\(field)\r\n"), "\(before.text)")
      }
      #expect(before.text.hasSuffix("{\"text\": \"hi\"}\n"), "\(before.text)")
      #expect(before.error.contains("the types of \(authority) are not known yet"), "\(before.error)")
      #expect(try await program.run("history", "list").lines.isEmpty)
      _ = try await program.run("schema", "grpc/say")
      let known = try await program.run(["send", "grpc/say", "--dry-run", "--max-time", "2"] + text)
      #expect(known.text.contains("grpc-timeout: 2000000u\r\n"), "\(known.text)")
      #expect(known.text.hasSuffix("{\"text\":\"hi\"}\n# 4 B encoded: 00 00 00 00 04 0a 02 68 69\n"), "\(known.text)")
      let wrong = try await program.run("send", "grpc/say", "--dry-run", "-d", "{\"txt\": 1}")
      #expect(wrong.status == 4 && wrong.error.contains("is not a demo."), "\(wrong.error)")
    }
  }

  @Test func `--query selects from each answer.`() async throws {
    try await withDemo { program, server in
      let talk = Array("{\"text\": \"two\"}\n".utf8)
      let part = try await program.run("send", "grpc/talk", "--query", "$.number", input: talk)
      #expect(part.text == "1\n2\n" && part.status == 0, "\(part.text) \(part.error)")
    }
  }

  @Test func `A failed call is a failure in the run, its reports and the history.`() async throws {
    try await withDemo { program, server in
      let url = "base_url=\(server.url)"
      let run = try await program.run("run", "grpc/missing-item", "--var", url, "--report", "json=r.json,html=r.html")
      #expect(run.text.contains("✓ NOT_FOUND ") && run.status == 0, "\(run.text) \(run.error)")
      let report = try String(contentsOfFile: "\(program.folder)/r.json", encoding: .utf8)
      #expect(report.contains("\"statusName\": \"NOT_FOUND\"") && report.contains("\"NOT_FOUND\": 1"), "\(report)")
      #expect(try String(contentsOfFile: "\(program.folder)/r.html", encoding: .utf8).contains(">NOT_FOUND<"))
      _ = try await program.run("send", "grpc/missing-item", "--var", url)
      let listed = try await program.run("history", "list")
      #expect(listed.lines.first?.contains("  NOT_FOUND  POST") == true, "\(listed.text)")
      #expect(try await program.run("history", "list", "--grep", "not_found").lines.count == 1)
      for (status, count) in [("NOT_FOUND", 1), ("not_found", 1), ("ABORTED", 0), ("200", 0), ("2xx", 0)] {
        let found = try await program.run("history", "list", "--status", status)
        #expect(found.lines.count == count && found.status == 0, "\(status): \(found.text) \(found.error)")
      }
      let tree = try await program.run("list").text
      #expect(tree.contains("GRPC") && tree.contains("WS ") && !tree.contains("  /demo."), "\(tree)")
      #expect(try await program.run("history", "resend", "last", "--fail").error.contains("NOT_FOUND"))
    }
  }

  @Test func `Lines of standard input are sent, and each is answered.`() async throws {
    try await withDemo { program, server in
      let url = "base_url=\(server.url)"
      let input = Array("{\"text\": \"two\"}\n{\"text\": \"ü\"}\n".utf8)
      let talk = try await program.run("send", "grpc/talk", "--var", url, input: input)
      #expect(talk.lines.count == 3 && talk.lines.last == "{\"text\":\"ü\",\"number\":3}", "\(talk.text) \(talk.error)")
      let typo = Array("{\"text\": \"one\"}\n{\"txt\": 1}\n{\"text\": \"three\"}\n".utf8)
      let odd = try await program.run("send", "grpc/talk", "--var", url, input: typo)
      #expect(odd.lines.last == "{\"text\":\"three\",\"number\":3}" && odd.status == 4, "\(odd.text) \(odd.error)")
      #expect(odd.error.contains("message 2 of the input is not sent: the message is not a demo."), "\(odd.error)")
      #expect(odd.error.contains("1 of the input's messages could not be sent"), "\(odd.error)")
      let receipt = try await program.run(
        "send", "grpc/place-orders", "--var", url, input: Array("{\"itemId\": 4, \"count\": 3}\n".utf8))
      #expect(receipt.text == "{\"orders\":3,\"items\":6,\"total\":88.0}\n", "\(receipt.text) \(receipt.error)")
      let refused = try await program.run(
        "send", "grpc/place-orders", "--var", url, input: Array("{\"itemId\": 4}\n".utf8))
      #expect(refused.error.contains("INVALID_ARGUMENT (3): One cannot order 0."), "\(refused.error)")
    }
  }
}
