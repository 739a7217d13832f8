import Testing
import Workspaces

@testable import Interchange

@Suite struct InsomniaCallTests {
  private static let four = """
    {"_type": "export", "__export_format": 4, "resources": [
      {"_id": "wrk_1", "_type": "workspace", "name": "W"},
      {"_id": "greq_1", "_type": "grpc_request", "parentId": "wrk_1", "name": "Get", "url": "grpc://{{ _.host }}",
       "protoFileId": "pf_1", "protoMethodName": "/shop.v1.Shop/GetItem", "body": {"text": "{\\"sku\\": 1}"},
       "metadata": [{"name": "x-tenant", "value": "acme"}, {"name": "off", "value": "1", "disabled": true}]}]}
    """
  private static let five = """
    type: collection.insomnia.rest/5.0
    name: W
    collection:
      - url: grpc://{{ _.host }}
        name: Get
        meta: {id: greq_1}
        protoFileId: pf_1
        protoMethodName: /shop.v1.Shop/GetItem
        body: {text: '{"sku": 1}'}
        metadata: [{name: x-tenant, value: acme}, {name: "off", value: "1", disabled: true}]
    """

  @Test(arguments: [four, five])
  func `A call in an Insomnia export is a request of the kind grpc`(text: String) throws {
    let imported = try ImportFormat.insomnia.read(Array(text.utf8), name: "x")
    let request = try #require(imported.requests.first)
    #expect(request.kind == .grpc && request.name == "Get" && request.method == "/shop.v1.Shop/GetItem")
    #expect(request.url == "grpc://{{host}}" && request.headers.map(\.isEnabled) == [true, false])
    #expect(request.conversation.messages.map(\.data) == [#"{"sku": 1}"#])
    #expect(
      imported.notices.map(\.message) == ["its .proto file is not in the export; reflection is used instead"])
  }
}
