import Networking
import Testing

@Suite("Create: values that are not text")
struct ValueTests {
  private struct Filter: Encodable {
    var size = 3
    var tags = ["a", "b"]
  }

  private func error(_ configure: (inout RequestConfig) -> Void) -> String? {
    do throws(RequestError) {
      _ = try Request.with(RequestConfig(host: "http://h", path: "/:id"), configure)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("N15: a value that cannot be encoded is an error of the build that names its place")
  func failures() {
    let number = Double.nan
    let places = [
      error {
        $0.pathParameters["id"] = 1
        $0.query["ratio"] = number
        $0.query["ratio"] = 2
      },
      error {
        $0.pathParameters["id"] = 1
        $0.query.append("ratio", [number])
      }, error { $0.pathParameters["id"] = number }, error { $0.pathParameters["id"] = [1, 2] },
      error {
        $0.pathParameters["id"] = 1
        $0.body["ratio"] = number
        $0.body["other"] = 1
      },
    ]
    let named = [
      "the query item 'ratio'", "the query item 'ratio'", "the path parameter 'id'", "the path parameter 'id': [1,2]",
      "the body: .ratio:",
    ]
    for (place, name) in zip(places, named) {
      #expect(place?.contains(name) == true, "\(place ?? "no error"), \(name)")
    }
    #expect(
      error {
        $0.pathParameters["id"] = number
        $0.pathParameters["id"] = 1
        $0.pathParameters["unused"] = number
      } == nil)
  }

  @Test("N15: an error in the query of a client's defaults is an error of the request")
  func layers() throws {
    var defaults = RequestConfig()
    defaults.query["ratio"] = Double.infinity
    let request = try Request.with(RequestConfig(url: "http://h/"))
    #expect(throws: RequestError.self) { try request.layered(over: defaults) }
    #expect(throws: RequestError.self) { try Request.with(RequestConfig(host: "h").merging(over: defaults)) }
  }

  @Test("N8: setting a list replaces the items of its name in place, and an object becomes its members")
  func lists() throws {
    var query: Query = ["a": "1", "b": "2", "a": "3"]
    query["a"] = [7, 8]
    #expect(query.items == [Query.Item("a", "7"), Query.Item("b", "2"), Query.Item("a", "8")])
    query["a"] = [Int]()
    #expect(query.items == [Query.Item("b", "2")])
    query["f"] = Filter()
    #expect(
      query.items.dropFirst() == [Query.Item("f[size]", "3"), Query.Item("f[tags]", "a"), Query.Item("f[tags]", "b")])
    query.append("list", [true, false], style: Query.Style(arrays: .commas, booleans: .number))
    #expect(query["list"] == "1,0")
  }

  @Test("N5: upper path parameters win over lower ones, and a repeated name keeps its last value")
  func parameters() throws {
    var upper = RequestConfig(path: "/:a/:b")
    upper.pathParameters["a"] = 1
    let lower = RequestConfig(host: "http://h", pathParameters: ["a": "low", "b": "x", "b": "y"])
    #expect(try Request.with(upper.merging(over: lower)).url == "http://h/1/y")
    upper.pathParameters["a"] = nil
    #expect(upper.pathParameters["a"] == nil && lower.pathParameters["a"] == "low")
    #expect(PathParameters(["a": "low", "b": "y"]) == lower.pathParameters)
  }

  @Test("An object keeps the order of its members as JSON, and every Double its fraction")
  func json() throws {
    let value: JSONValue = ["b": 1, "a": 2]
    let price = 2.0
    let request = try Request.with(RequestConfig(host: "http://h")) {
      $0.body["value"] = value
      $0.body["price"] = price
      $0.body["literal"] = 2.0
    }
    #expect(request.bodyText() == #"{"value":{"b":1,"a":2},"price":2.0,"literal":2.0}"#)
  }
}
