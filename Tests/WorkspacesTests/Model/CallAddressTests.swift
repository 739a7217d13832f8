import Testing

@testable import Workspaces

@Suite struct CallAddressTests {
  @Test(arguments: [
    ("grpc://h:50051/shop.v1.Shop/Get", "grpc://h:50051", "/shop.v1.Shop/Get"),
    ("https://h/api/shop.v1.Shop/Get", "https://h/api", "/shop.v1.Shop/Get"),
    ("{{base_url}}/Shop/Get", "{{base_url}}", "/Shop/Get"), ("h:1/a.B/C", "h:1", "/a.B/C"),
    ("grpc://h", "grpc://h", ""), ("grpc://h/a.B", "grpc://h", "/a.B"), ("", "", ""), ("grpc://", "grpc://", ""),
  ])
  func `An address splits into server and method, which form it again.`(text: String, server: String, method: String) {
    let parts = CallAddress.split(text)
    #expect(parts.server == server && parts.method == method)
    #expect(CallAddress.text(server: parts.server, method: parts.method) == text)
  }

  @Test func `Methods of any spelling and servers with a slash give an address.`() {
    #expect(CallAddress.text(server: "grpc://h/", method: "a.B/C") == "grpc://h/a.B/C")
    #expect(CallAddress.text(server: "grpc://h", method: "a.B.C") == "grpc://h/a.B.C")
  }

  @Test func `A part with the same meaning keeps its spelling; another method does not keep the former one's type.`() {
    var original = RequestDefinition(kind: .grpc, name: "C", method: "a.B/C", url: "grpc://h/")
    original.conversation.call.methodType = "unary"
    var edited = original
    edited.setAddress(original.address, from: original)
    #expect(edited == original)
    edited.setAddress("grpc://h/a.B/D", from: original)
    #expect(edited.url == "grpc://h" && edited.method == "/a.B/D" && edited.conversation.call.methodType.isEmpty)
  }

  @Test(arguments: [
    ("https://h/shop.v1.Shop/Get", true), ("https://h/Shop/Get", true), ("https://h/v1/users", false),
    ("https://h/users", false), ("https://h/Shop/Get?a=1", false), ("https://h", false),
  ])
  func `A path looks like a call if its service has a package or a capital letter.`(url: String, isCall: Bool) {
    #expect(CallAddress.isCall(url) == isCall)
  }
}
