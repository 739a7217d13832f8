import DemoServer
import Foundation
import TestSupport
import Testing

/// The gRPC of the demo API with the requests of the demo collection.
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

  @Test func `Every call of the demo collection is answered as it says.`() async throws {
    try await withDemo { program, server in
      let run = try await program.run("run", "grpc", "--var", "base_url=\(server.url)")
      #expect(run.status == 0, "\(run.text) \(run.error)")
      for name in ["say", "repeat", "join", "talk", "get-item", "missing-item", "list-items", "place-orders", "watch"] {
        #expect(run.text.contains("grpc/\(name)"), "\(run.text)")
      }
    }
  }

  @Test func `Lines of standard input are said, and each is answered.`() async throws {
    try await withDemo { program, server in
      let url = "base_url=\(server.url)"
      let input = Array("{\"text\": \"two\"}\n{\"text\": \"ü\"}\n".utf8)
      let talk = try await program.run("send", "grpc/talk", "--var", url, input: input)
      #expect(talk.lines.count == 3 && talk.lines.last == "{\"text\":\"ü\",\"number\":3}", "\(talk.text) \(talk.error)")
      let receipt = try await program.run(
        "send", "grpc/place-orders", "--var", url, input: Array("{\"itemId\": 4, \"count\": 3}\n".utf8))
      #expect(receipt.text == "{\"orders\":3,\"items\":6,\"total\":88.0}\n", "\(receipt.text) \(receipt.error)")
      let refused = try await program.run(
        "send", "grpc/place-orders", "--var", url, input: Array("{\"itemId\": 4}\n".utf8))
      #expect(refused.error.contains("INVALID_ARGUMENT (3): One cannot order 0."), "\(refused.error)")
    }
  }
}
