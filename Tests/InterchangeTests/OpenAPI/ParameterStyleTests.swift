import Networking
import Testing
import Workspaces

@testable import Interchange

/// One of the specification's values in one style, with the expected result.
struct StyleCell: CustomTestStringConvertible {
  var style: String
  var explode: Bool
  var value: String
  var text: String

  var testDescription: String { "\(style) \(explode) \(value)" }
}

/// The table "Style Examples" of OpenAPI 3.1.1: each cell is imported and prepared for sending.
@Suite("Styles of OpenAPI parameters")
struct ParameterStyleTests {
  private static let string = #""blue""#
  private static let array = #"["blue", "black", "brown"]"#
  private static let object = #"{"R": 100, "G": 200, "B": 150}"#

  private static func cells(_ rows: [(String, Bool, String, String, String, String)]) -> [StyleCell] {
    rows.flatMap { style, explode, undefined, text, list, map in
      [("null", undefined), (string, text), (array, list), (object, map)].compactMap { value, wanted in
        wanted == "n/a" ? nil : StyleCell(style: style, explode: explode, value: value, text: wanted)
      }
    }
  }

  static let pathCells: [StyleCell] = cells([
    ("matrix", false, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
    ("matrix", true, ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"),
    ("label", false, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
    ("label", true, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
    // An empty value is still to be filled in.
    ("simple", false, "n/a", "blue", "blue,black,brown", "R,100,G,200,B,150"),
    ("simple", true, "n/a", "blue", "blue,black,brown", "R=100,G=200,B=150"),
  ])

  static let queryCells: [StyleCell] = cells([
    ("form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    ("form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
    ("spaceDelimited", false, "n/a", "n/a", "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"),
    ("pipeDelimited", false, "n/a", "n/a", "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"),
    ("deepObject", true, "n/a", "n/a", "n/a", "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
  ])

  static let headerCells: [StyleCell] = cells([
    ("simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"),
    ("simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"),
  ])

  /// "For in: cookie, style: form, neither the & nor ? delimiters are ever correct" (3.1.1).
  static let cookieCells: [StyleCell] = cells([
    ("form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    ("form", true, "color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"),
  ])

  private func prepared(_ path: String, _ parameter: String) throws -> PreparedRequest {
    let text = """
      {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "http://h"}],
       "paths": {"\(path)": {"get": {"parameters": [{"name": "color", "required": true, \(parameter)}]}}}}
      """
    let imported = try OpenAPIImport.read(Array(text.utf8), name: "x")
    let request = try #require(imported.requests.first)
    let variables = imported.root.settings.variables.map { row in
      VariableTable.Entry(row.name, row.value, origin: .collection)
    }
    return try PreparedRequest(request, in: SendContext(variables: VariableTable(variables)))
  }

  private func prepared(_ path: String, in place: String, _ cell: StyleCell) throws -> PreparedRequest {
    try prepared(
      path, #""in": "\#(place)", "style": "\#(cell.style)", "explode": \#(cell.explode), "example": \#(cell.value)"#)
  }

  @Test("A path parameter is sent as in the specification's table", arguments: pathCells)
  func path(_ cell: StyleCell) throws {
    #expect(try prepared("/a/{color}/b", in: "path", cell).request.url == "http://h/a/\(cell.text)/b")
  }

  @Test("A query parameter is sent as in the specification's table", arguments: queryCells)
  func query(_ cell: StyleCell) throws {
    #expect(try prepared("/a", in: "query", cell).request.url == "http://h/a?\(cell.text)")
  }

  @Test("A header is sent as in the specification's table", arguments: headerCells)
  func header(_ cell: StyleCell) throws {
    #expect(try prepared("/a", in: "header", cell).definition.headers == [Row("color", cell.text)])
  }

  @Test("A cookie is sent as in the specification's table", arguments: cookieCells)
  func cookie(_ cell: StyleCell) throws {
    #expect(try prepared("/a", in: "cookie", cell).definition.headers == [Row("Cookie", cell.text)])
  }

  @Test(
    "Reserved characters are encoded unless allowed, and characters that would end the value always are",
    arguments: [
      ("false", "a/b:c?d@e,f;g=h&i+j#k%l m", "a%2Fb%3Ac%3Fd%40e%2Cf%3Bg%3Dh%26i%2Bj%23k%25l%20m"),
      ("true", "a/b:c?d@e,f;g=h&i+j#k%l%2Fm", "a/b:c?d@e,f;g=h%26i+j%23k%25l%2Fm"),
    ])
  func reserved(allowed: String, value: String, sent: String) throws {
    let parameter = #""in": "query", "allowReserved": \#(allowed), "example": "\#(value)""#
    #expect(try prepared("/a", parameter).request.url == "http://h/a?color=\(sent)")
  }

  @Test("Values of a list in the path are encoded one by one, but not the separators")
  func encodedItems() throws {
    let parameter = #""in": "path", "style": "matrix", "explode": true, "example": ["a/b", "c;d"]"#
    let prepared = try prepared("/x{color}", parameter)
    #expect(prepared.request.url == "http://h/x;color=a%2Fb;color=c%3Bd")
    #expect(prepared.definition.params.map(\.row.value) == ["a/b", "c;d"])
  }

  @Test("The defaults are form with explode in query and cookie, simple without in path and header")
  func defaults() throws {
    let list = #""example": ["a", "b"]"#
    #expect(try prepared("/a", #""in": "query", \#(list)"#).request.url == "http://h/a?color=a&color=b")
    #expect(try prepared("/{color}", #""in": "path", \#(list)"#).request.url == "http://h/a,b")
    #expect(try prepared("/a", #""in": "header", \#(list)"#).definition.headers == [Row("color", "a,b")])
    #expect(try prepared("/a", #""in": "cookie", \#(list)"#).definition.headers == [Row("Cookie", "color=a; color=b")])
    #expect(
      try prepared("/a", #""in": "query", "style": "pipeDelimited", \#(list)"#).request.url == "http://h/a?color=a%7Cb")
  }
}
