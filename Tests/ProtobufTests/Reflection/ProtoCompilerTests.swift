import Basics
import Foundation
import TestSupport
import Testing

@testable import Protobuf

@Suite struct ProtoCompilerTests {
  @Test func `The arguments print descriptors with all imports and search the folder of the file`() throws {
    let files = ["protos/a.proto", "/b.proto", "c.proto", "-d.proto", "@e.proto"]
    let compiler = ProtoCompiler(files: files, importPaths: ["lib"])
    #expect(
      try compiler.arguments(output: "out") == [
        "--include_imports", "--include_source_info", "--descriptor_set_out=out", "--proto_path=lib",
        "--proto_path=protos", "--proto_path=/", "--proto_path=.", "protos/a.proto", "/b.proto", "c.proto",
        "./-d.proto", "./@e.proto",
      ])
  }

  @Test(arguments: [":", ";", "=", ":\u{301}"])
  func `A folder that protoc would misread is rejected with a remedy`(mark: String) throws {
    let paths = ["/c/a\(mark)/outside", "/w\(mark)c"]
    for path in paths {
      for imports in [[], ["/c", path]] {
        let compiler = ProtoCompiler(files: ["\(path)/x.proto"], importPaths: imports)
        let refused = #expect(throws: ProtoCompiler.Failure.self) { try compiler.arguments(output: "out") }
        let words = "protoc cannot be given the folder \(path): it reads \"\(mark)\" as the end of a path; "
        #expect(refused?.description == words + "rename the folder, or move the .proto files to one without it")
      }
    }
    // The path of the file is not a list, so the mark is allowed in it.
    let compiler = ProtoCompiler(files: ["/c/x\(mark)y.proto"])
    #expect(try compiler.arguments(output: "out").contains("/c/x\(mark)y.proto"))
  }

  @Test func `The output of protoc is parsed with its imports`() throws {
    let protoc = try Tool.required("protoc")
    let folder = try TemporaryDirectory()
    let source = """
      syntax = "proto3"; package a;
      import "google/protobuf/timestamp.proto"; import "b.proto";
      service S { rpc Get (b.In) returns (stream Out); }
      message Out { optional google.protobuf.Timestamp at = 1; map<string, b.In> all = 2; }
      """
    try Data(source.utf8).write(to: folder.url.appending(path: "a.proto"))
    try Data(
      "syntax = \"proto2\"; package b; message In { required group G = 1 { optional int32 n = 2 [default = 7]; } }".utf8
    )
    .write(to: folder.url.appending(path: "b.proto"))
    let output = folder.url.appending(path: "out").path
    let compiler = ProtoCompiler(files: [folder.url.appending(path: "a.proto").path])
    try Tool.run(protoc, compiler.arguments(output: output))
    let schema = try ProtobufSchema(descriptorSet: Array(try Data(contentsOf: URL(fileURLWithPath: output))))
    let method = try #require(schema.method(path: "/a.S/Get"))
    #expect(method.streaming == .server)
    #expect(schema.template(of: method.input).text == #"{"g":{"n":7}}"#)
    let bytes = try schema.encode(json: Array(#"{"g": {"n": 1}}"#.utf8), as: method.input)
    #expect(bytes == Shop.bytes("0b 10 01 0c"))
    #expect(throws: MessageError.self) { try schema.encode(json: Array("{}".utf8), as: method.input) }
  }

  @Test func `Comments in the sources are stored by the names of their declarations`() throws {
    let protoc = try Tool.required("protoc")
    let folder = try TemporaryDirectory()
    try folder.write(
      "a.proto",
      """
      syntax = "proto3"; package a;
      // Everything for sale.
      //   On two lines.
      service S {
        // Gets one.
        rpc Get (Key) returns (Key);
      }
      /* A key. */
      message Key {
        int32 id = 1; // From 1 on.
        message Inner {
          bool on = 1; // Whether.
        }
        enum Kind {
          NONE = 0; // Nothing.
        }
      }
      """)
    let compiler = ProtoCompiler(files: [folder.path("a.proto")])
    try Tool.run(protoc, compiler.arguments(output: folder.path("out")))
    let schema = try ProtobufSchema(descriptorSet: try folder.read("out"))
    #expect(schema.comment(of: "a.S") == "Everything for sale.\nOn two lines.")
    #expect(schema.comment(of: "a.S.Get") == "Gets one." && schema.comment(of: "a.Key") == "A key.")
    #expect(schema.comment(of: "a.Key.id") == "From 1 on." && schema.comment(of: "a.Key.Inner.on") == "Whether.")
    #expect(schema.comment(of: "a.Key.Kind.NONE") == "Nothing." && schema.comment(of: "a.Key.Inner") == nil)
  }

  @Test func `A missing protoc is reported with the install command, and its errors in its own words`() {
    #expect(ProtoCompiler.Failure.missing(isMac: false).description.hasSuffix("sudo apt install protobuf-compiler"))
    let refused = ProtoCompiler.Failure.refused(
      "b.proto: File not found.\na.proto:3:1: Import \"b.proto\" was not found.\n")
    #expect(refused.description == "protoc: b.proto: File not found. An import path for it is missing.")
  }

  @Test(arguments: [
    "[libprotobuf WARNING google/protobuf/compiler/parser.cc:646] No syntax specified for the proto file: a.proto.",
    "a.proto:2:1: warning: Import b.proto is unused.", "warning: directory does not exist.",
    "WARNING: All log messages before absl::InitializeLog() is called are written to STDERR",
    "W0000 00:00:1700000000.000000 7 parser.cc:730] No syntax specified for the proto file: a.proto.",
  ])
  func `An error is reported before a warning, and a warning only without an error`(warning: String) {
    let fault = "a.proto:1:57: \"C\" is not defined."
    #expect(ProtoCompiler.Failure.refused("\(warning)\n\(fault)\n").description == "protoc: \(fault)")
    #expect(ProtoCompiler.Failure.refused("\(fault)\n\(warning)\n").description == "protoc: \(fault)")
    #expect(ProtoCompiler.Failure.refused("\n\(warning)\n").description == "protoc: \(warning)")
    #expect(ProtoCompiler.Failure.refused(" \n").description.hasPrefix("protoc failed without a message"))
  }
}
