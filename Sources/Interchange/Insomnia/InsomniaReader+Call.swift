import Basics
import Workspaces

/// Calls of gRPC.
extension InsomniaReader {
  private static let read: Set<String> = ["url", "protoMethodName", "metadata", "body", "protoFileId"]

  mutating func call(_ node: JSONValue) -> RequestDefinition {
    let name = node["name"]?.string ?? "Call"
    var request = RequestDefinition(kind: .grpc, name: name, method: node["protoMethodName"]?.string ?? "")
    request.url = text(node["url"]?.string ?? "", at: name)
    request.headers = fields(node["metadata"], at: name)
    request.docs = node["description"]?.string ?? node["meta"]?["description"]?.string ?? ""
    let message = text(node["body"]?["text"]?.string ?? "", at: name)
    if !message.isEmpty {
      request.conversation.messages = [.init("message 1", kind: "text", message, isSelected: true)]
    }
    let file = node["protoFileId"]?.string ?? ""
    if !file.isEmpty {
      notices.append(
        Notice(.warning, name, "its .proto file is not in the export; the server is asked for its services"))
    }
    InsomniaLeftovers.tell(ofCall: node, besides: Self.read, at: name, notices: &notices)
    return request
  }
}
