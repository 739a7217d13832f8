import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite("Masking in exports")
struct ExportMaskingTests {
  @Test("A variable in one value of a body does not expose the others", arguments: ExportFormat.allCases)
  func besideVariables(format: ExportFormat) {
    let body = #"{"a": "{{open}}", "password": "s3cret-9", "token": "{{kept}}", "secret": {{bare}}, "n": 1}"#
    let request = RequestDefinition(name: "R", method: "POST", url: "http://h/", body: .text(.json, body))
    let root = ImportedCollection.Folder(name: "x", items: [.request(request, options: TransferOptions())])
    let text = format.write(ImportedCollection(format: "apus", root: root), redaction: .none).text
    #expect(!text.contains("s3cret-9"))
    for name in ["open", "kept", "bare"] { #expect(text.contains("{{\(name)}}"), "\(name)") }
  }

  @Test(arguments: ExportFormat.allCases)
  func `A stored secret that extends beyond a sensitive field is masked as a whole`(format: ExportFormat) {
    let secret = "s3cret&rest-9=t41l"
    var request = RequestDefinition(
      name: "R", method: "POST", url: "http://h/?token=\(secret)&n=1",
      headers: [Row("Authorization", "Bearer \(secret)")], body: .text(.json, #"{"password": "s3cret", "rest": 9}"#))
    request.docs = "With \(secret)."
    let root = ImportedCollection.Folder(name: "x", items: [.request(request, options: TransferOptions())])
    let text = format.write(
      ImportedCollection(format: "apus", root: root),
      redaction: Redaction.standard.adding([secret, #"s3cret", "rest": 9"#])
    ).text
    for piece in ["s3cret", "rest-9", "t41l", ": 9"] { #expect(!text.contains(piece), "\(piece) in \(text)") }
  }

  @Test func `A password in a URL with variables is masked`() {
    let request = RequestDefinition(
      name: "R", method: "GET", url: "http://me:s3cret-9@{{host}}/?token={{t}}&key=k3y-99")
    let root = ImportedCollection.Folder(name: "x", items: [.request(request, options: TransferOptions())])
    let text = ExportFormat.json.write(ImportedCollection(format: "apus", root: root), redaction: .none).text
    #expect(!text.contains("s3cret-9") && !text.contains("k3y-99"))
    #expect(text.contains("{{host}}") && text.contains("token={{t}}"))
  }

  @Test("In an example response that is a form, rows are masked one by one")
  func rows() {
    let form = "a={{x}}&password=s3cret-9&token={{y}}"
    let masked = BodyDefinition.masked(form, type: "application/x-www-form-urlencoded")
    #expect(masked == "a={{x}}&password=••••&token={{y}}")
  }
}
