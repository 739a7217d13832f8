import Foundation
import TestSupport
import Testing

#if os(Linux)
@Suite struct ProtoCompilerCommandTests {
  @Test func `The compiler protoc has limits on time and memory, and its crash is reported.`()
    async throws
  {
    let folder = try TemporaryDirectory("protoc")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("api.proto", "syntax = \"proto3\";\n")
    try folder.write(
      "a.yml",
      "info: {name: A, type: grpc}\ngrpc: {url: 'grpc://127.0.0.1:1', method: /a.B/C, protoFilePath: api.proto}\n")
    func sent(_ script: String) async throws -> String {
      try folder.write("bin/protoc", "#!/bin/sh\n\(script)\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/protoc"))
      let result = try await Program(in: folder.path).shell("PATH=$PWD/bin:$PATH; apus send a")
      #expect(result.status == 4, "\(result.error)")
      return result.error
    }
    let limits = try await sent("echo time $(ulimit -t) memory $(ulimit -v) >&2; exit 1")
    #expect(limits.contains("protoc: time 10 memory 1048576"), "\(limits)")
    let crash = try await sent("kill -SEGV $$")
    #expect(crash.contains("protoc failed without a message"), "\(crash)")
  }
}
#endif
