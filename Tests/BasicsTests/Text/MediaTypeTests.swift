import Basics
import Testing

@Suite("Media types")
struct MediaTypeTests {
  @Test("A type is read with its parameters, quoted or not; the first of two with one name counts")
  func reading() {
    let type = MediaType(#" Text/HTML ;Charset="UTF-8;x\"y" ; a=b; a=c; junk; =z"#)
    #expect(type.essence == "text/html")
    #expect(type.type == "text" && type.subtype == "html")
    #expect(type.charset == #"utf-8;x"y"#)
    #expect(type.parameters == ["charset": #"UTF-8;x"y"#, "a": "b", "": "z"])
  }

  @Test("An invalid type has no subtype", arguments: ["", "text", "/", "text/", "/html", ";charset=utf-8"])
  func noType(text: String) {
    let type = MediaType(text)
    #expect(type.type.isEmpty && type.subtype.isEmpty && !type.isJSON)
  }

  @Test("Blanks around the slash are ignored, and a second slash belongs to the subtype")
  func slashes() {
    #expect(MediaType("text / html").subtype == "html")
    #expect(MediaType("a/b/c").subtype == "b/c")
  }

  @Test(
    "Kinds are determined by the essence",
    arguments: [
      ("application/json", true), ("application/problem+json", true), ("text/csv", false), ("image/svg+xml", false),
      ("application/octet-stream", false), ("application/jsonx", false),
    ])
  func kinds(text: String, isJSON: Bool) {
    #expect(MediaType(text).isJSON == isJSON)
  }

  @Test("A disposition has parameters like a type")
  func disposition() {
    let field = #"form-data; name="a;b"; filename="q\"uote.txt"; filename*=UTF-8''na%C3%AFve"#
    #expect(
      ParameterizedField(field).parameters
        == ["name": "a;b", "filename": #"q"uote.txt"#, "filename*": "UTF-8''na%C3%AFve"])
  }
}
