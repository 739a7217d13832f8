import Basics
import Sessions

extension ExportForm {
  /// `Hurl`
  var title: String {
    switch self {
    case .curl: "cURL"
    case .exactCurl: "cURL, exact"
    case .har: "HAR"
    case .http: ".http"
    case .hurl: "Hurl"
    case .postman: "Postman"
    case .json: "JSON of Apus"
    case .python: "Python"
    case .javascript: "JavaScript"
    case .go: "Go"
    }
  }

  var detail: String {
    switch self {
    case .curl: "as one would type it"
    case .exactCurl: "sends the same bytes"
    case .har: "the request as it is sent"
    case .http: "VS Code and JetBrains; variables stay"
    case .hurl: "variables stay"
    case .postman: "a collection, v2.1; variables stay"
    case .json: "what apus import --json prints"
    case .python: "code with requests"
    case .javascript: "code with fetch"
    case .go: "code with net/http"
    }
  }

  /// How it is named where it is written to: in the folder that Apus was started in.
  func fileName(for name: String) -> String {
    let safe = name.lowercased().map { $0.isLetter || $0.isNumber || "._".contains($0) ? $0 : "-" }
    let words = String(safe).split(separator: "-").joined(separator: "-").drop { $0 == "." }.prefix(80)
    return (words.isEmpty ? "export" : words) + suffix
  }

  private var suffix: String {
    switch self {
    case .curl, .exactCurl: ".sh"
    case .har: ".har"
    case .http: ".http"
    case .hurl: ".hurl"
    case .postman: ".postman_collection.json"
    case .json: ".json"
    case .python: ".py"
    case .javascript: ".mjs"
    case .go: ".go"
    }
  }
}
