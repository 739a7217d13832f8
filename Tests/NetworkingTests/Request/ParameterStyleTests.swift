import Basics
import Networking
import Testing

@Suite("Create: values in queries and forms")
struct ParameterStyleTests {
  private func query(_ name: String, _ value: JSONValue, _ style: Query.Style) throws -> String {
    try Request.with(RequestConfig(host: "http://h")) { $0.query.append(name, value, style: style) }.url
      .replacing("http://h", with: "").replacing("%5B", with: "[").replacing("%5D", with: "]").replacing(
        "%2C", with: ",")
  }

  @Test("N8: arrays are repeated, bracketed, joined or indexed")
  func arrays() throws {
    #expect(try query("a", [1, 2], .init(arrays: .repeated)) == "?a=1&a=2")
    #expect(try query("a", [1, 2], .init(arrays: .brackets)) == "?a[]=1&a[]=2")
    #expect(try query("a", [1, "x"], .init(arrays: .commas)) == "?a=1,x")
    #expect(try query("a", [1, 2], .init(arrays: .indexed)) == "?a[0]=1&a[1]=2")
    #expect(try query("a", [], .init()) == "")
  }

  @Test("N8: booleans are words or numbers, objects nest, null is omitted")
  func others() throws {
    let value: JSONValue = ["on": true, "deep": ["list": [1, false], "none": .null], "name": "x"]
    #expect(
      try query("a", value, .init(arrays: .brackets, booleans: .number))
        == "?a[on]=1&a[deep][list][]=1&a[deep][list][]=0&a[name]=x")
    #expect(try query("a", true, .init()) == "?a=true")
  }

  @Test("N8: a form from a value, with the same styles")
  func form() throws {
    struct Search: Encodable {
      var tags = ["a", "b"]
      var exact = true
      var nested = ["k": 1.5]
    }
    let form = try Form(encoding: Search(), style: .init(arrays: .indexed, booleans: .number))
    #expect(form.text == "exact=1&nested%5Bk%5D=1.5&tags%5B0%5D=a&tags%5B1%5D=b")
    #expect(throws: RequestError.self) { try Form(encoding: [1, 2]) }
  }
}
