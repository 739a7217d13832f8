import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite("What an export masks")
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

  @Test("In an example's answer that is a form, rows are masked one by one")
  func rows() {
    let form = "a={{x}}&password=s3cret-9&token={{y}}"
    let masked = BodyDefinition.masked(form, type: "application/x-www-form-urlencoded")
    #expect(masked == "a={{x}}&password=••••&token={{y}}")
  }
}
