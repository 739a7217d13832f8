import Basics
import Protobuf

/// The demo's gRPC services with their types. Messages are JSON within, and bytes on the wire.
struct CallService: Sendable {
  let schema: ProtobufSchema
  private let file: [UInt8]
  static let fileName = "demo.proto"
  /// A longer message ends its call.
  static let longest = 4 << 20

  init() {
    file = ProtoText.descriptor(CallTypes.demo, name: Self.fileName)
    let reflection = ProtoText.descriptor(CallTypes.reflection, name: "grpc/reflection/v1/reflection.proto")
    // The texts are constants of the program; a test holds that they are a schema.
    schema = (try? ProtobufSchema(files: [file, reflection])) ?? .builtIn
  }

  /// What answers a call of a path, `/demo.Echo/Say`; `nil` if nothing does.
  func talk(_ path: String) -> CallTalk? {
    // The older version of reflection has the same messages.
    let path = path == ReflectionRequest.methods[1] ? ReflectionRequest.methods[0] : path
    return schema.method(path: path).map { CallTalk(service: self, method: $0) }
  }

  func message(_ bytes: [UInt8], of method: MethodType) -> JSONValue? {
    // What is none of its type is answered, whatever is wrong with it.
    guard let message = try? schema.decode(bytes, as: method.input) else { return nil }
    return schema.readableJSON(message).json
  }

  func bytes(_ message: JSONValue, of method: MethodType) -> [UInt8] {
    // The demo's own messages are of their types.
    (try? schema.encode(json: message.compact, as: method.output)) ?? []
  }

  /// A serialized `google.rpc.Status`.
  func bytes(_ status: CallStatus) -> [UInt8] {
    let value: JSONValue = [
      "code": .int(status.code), "message": .string(status.message), "details": .array(status.details),
    ]
    guard let type = schema.message(named: "google.rpc.Status") else { return [] }
    // A status without its details is one, too.
    return (try? schema.encode(json: value.compact, as: type)) ?? []
  }

  /// Answers a question of reflection.
  func reflect(_ question: JSONValue) -> JSONValue {
    let names = ["fileContainingSymbol", "fileByFilename", "allExtensionNumbersOfType", "fileContainingExtension"]
    // Some ask for the list with an empty text, which is as good as none.
    guard let asked = names.first(where: { question[$0] != nil }) else {
      return ["listServicesResponse": ["service": .array(schema.services.map { ["name": .string($0.fullName)] })]]
    }
    let name = asked.hasPrefix("file") ? question[asked]?.string ?? "" : ""
    guard name == Self.fileName || name.hasPrefix("demo.") else {
      return ["errorResponse": ["errorCode": 5, "errorMessage": .string("nothing here is named \(name)")]]
    }
    return ["fileDescriptorResponse": ["fileDescriptorProto": [.string(Base64.encode(file))]]]
  }
}
