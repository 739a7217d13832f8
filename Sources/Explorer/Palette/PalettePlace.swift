import Terminal
import Workspaces

/// An entry of the palette that is no command: a tab, an option of the request, a setting.
struct PalettePlace: Sendable {
  /// Begins with `Self.prefix`, so that it differs from the name of any command.
  let id: String
  let title: String
  let words: CommandWords
  /// The group, for linear mode.
  let section: String
  /// The reason why it cannot be opened now; `nil` if it can.
  let refusal: @Sendable (AppState) -> String?
  let open: @Sendable (inout AppState) -> [Effect]

  static let prefix = "place:"

  static let all: [PalettePlace] = [newEnvironment] + requestTabs + responseTabs + options + settings

  private static let newEnvironment = PalettePlace(
    id: prefix + "newEnvironment", title: "New environment",
    words: CommandWords(
      "Makes a set of variables, such as staging.", "env,create,add,make,staging,production,variables"),
    section: CommandSection.environments.rawValue,
    refusal: { $0.mayHaveEnvironments ? nil : "Environments belong to a collection, and there is none" },
    open: { $0.apply(.newRequested(), to: \.environment) })
}

/// Tabs.
extension PalettePlace {
  private static let requestTabs = RequestTab.allCases.map { tab in
    PalettePlace(
      id: "\(prefix)request.\(tab.rawValue)", title: "\(tab.rawValue) tab of the request", words: tab.words,
      section: CommandSection.request.rawValue,
      refusal: { state in
        guard let session = state.session else {
          return tab.isShared ? state.refusalWithoutCollection : state.refusalWithoutRequest
        }
        if RequestTab.tabs(of: session.draft).contains(tab) { return nil }
        return tab.isShared ? state.refusalWithoutCollection : "This request has no \(tab.rawValue) tab"
      },
      open: { $0.open(tab) })
  }

  private static let responseTabs = ResponseTab.allCases.map { tab in
    PalettePlace(
      id: "\(prefix)response.\(tab.rawValue)", title: "\(tab.rawValue) tab of the response", words: tab.words,
      section: CommandSection.reading.rawValue,
      refusal: { state in
        guard let response = state.session?.response,
          response.exchange != nil || response.conversation != nil || response.scripts != nil
        else {
          return "There is no answer yet"
        }
        return response.tabs.contains(tab) ? nil : "This answer has no \(tab.rawValue) tab"
      },
      open: { $0.setFocus(.response) + $0.respond(.tabChosen(tab)) })
  }
}

extension RequestTab {
  /// True for a tab of the settings of a collection, which a request does not have.
  fileprivate var isShared: Bool { [.proxy, .certificates, .cookies, .history, .trust].contains(self) }

  fileprivate var words: CommandWords {
    switch self {
    case .messages: CommandWords("Holds the messages that the request sends.", "websocket,grpc,stream")
    case .params: CommandWords("Holds the parameters of the URL.", "query,parameters,search,string,path")
    case .headers: CommandWords("Holds the headers, also the inherited ones.", "header,accept,content,type,user,agent")
    case .body:
      CommandWords("Holds the body: JSON, form, file, GraphQL.", "payload,data,json,form,multipart,content,post")
    case .auth:
      CommandWords(
        "Holds the login that the request sends.",
        "authentication,authorization,login,password,basic,bearer,token,oauth,jwt,api,key,digest,credentials")
    case .variables: CommandWords("Holds the variables of this request.", "variable,var")
    case .tests:
      CommandWords("Holds the assertions and captures.", "assert,assertion,check,expect,capture,extract")
    case .scripts:
      CommandWords(
        "Holds the scripts before and after the request.", "javascript,js,pre-request,pm,bru")
    case .docs: CommandWords("Holds the description, in Markdown.", "description,documentation,notes,markdown,comment")
    case .options:
      CommandWords(
        "Holds timeout, redirects, TLS and more.",
        "settings,preferences,config,timeout,redirect,tls,verify,ssl,certificate,retry,compression,tags")
    case .proxy: CommandWords("Sets the proxy of the collection.", "socks,tunnel,corporate,server,bypass")
    case .certificates:
      CommandWords("Lists the client certificates of the collection.", "certificate,client,mtls,ssl,pem,p12,key,tls")
    case .cookies: CommandWords("Sets whether cookies are kept.", "cookie,jar,session")
    case .history: CommandWords("Sets whether exchanges are recorded.", "record,log,private")
    case .trust:
      CommandWords("Sets which servers the collection trusts.", "ssl,verify,certificate,ca,insecure,https,trust")
    }
  }
}

extension ResponseTab {
  fileprivate var words: CommandWords {
    switch self {
    case .messages: CommandWords("Lists the messages of the answer.", "websocket,events,stream,sse,grpc")
    case .joined: CommandWords("Shows the messages as one text.", "stream,llm,text")
    case .body: CommandWords("Shows what the server answered.", "json,answer,content,result,output")
    case .headers: CommandWords("Lists the headers of the answer.", "header,status,type,server")
    case .timing: CommandWords("Shows how long each step took.", "time,duration,performance,slow,waterfall,dns,speed")
    case .cookies: CommandWords("Lists the cookies that were sent and set.", "cookie,set,session")
    case .tests: CommandWords("Lists the assertions with their results.", "assertions,checks,results,passed,failed")
    case .console: CommandWords("Lists what the scripts wrote.", "print,debug,javascript")
    case .sent: CommandWords("Shows the request as it was sent.", "request,raw,wire,actual")
    case .tls: CommandWords("Shows the certificate of the server.", "ssl,certificate,https,cipher,security,expiry")
    }
  }
}

extension AppState {
  fileprivate var refusalWithoutCollection: String? {
    currentCollection == nil ? "There is no collection to set it for" : nil
  }

  /// Opens a tab of the request, or of the settings of its collection.
  fileprivate mutating func open(_ tab: RequestTab) -> [Effect] {
    if let session, RequestTab.tabs(of: session.draft).contains(tab) {
      return setFocus(.request) + request(.tabChosen(tab))
    }
    guard let folder = currentCollection else { return [] }
    let effects = change(by: .folderSettings(.opened(folder: folder)))
    if let session, session.sharedFolder == folder { return effects + request(.tabChosen(tab)) }
    // The settings are still being read.
    return effects + say(.information, "The \(tab.rawValue) tab is in the settings of the collection")
  }
}
