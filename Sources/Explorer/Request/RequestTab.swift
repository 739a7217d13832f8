/// The tabs of the request pane, in their order.
public enum RequestTab: String, CaseIterable, Hashable, Sendable {
  case params = "Params"
  case headers = "Headers"
  case body = "Body"
  case auth = "Auth"
  case variables = "Vars"
  case tests = "Tests"
  case docs = "Docs"
  case options = "Options"
}
