import Terminal
import Workspaces

/// The options of a request, and the settings of the program.
extension PalettePlace {
  static let options = optionWords.map { key, title, sentence, synonyms in
    PalettePlace(
      id: "\(prefix)option.\(key)", title: title,
      words: CommandWords(sentence, synonyms + ",option,options,set,change"),
      section: CommandSection.request.rawValue,
      refusal: { state in
        guard let session = state.session else { return state.refusalWithoutRequest }
        return RequestTab.tabs(of: session.draft).contains(.options)
          ? nil : "These settings have no options: open a request"
      },
      open: { $0.setFocus(.request) + $0.inRequestPane { $0.editSetting(key) } })
  }

  /// By the key of the line in the Options tab.
  private static let optionWords: [(key: String, title: String, sentence: String, synonyms: String)] = [
    ("timeout", "Timeout of the request", "Stops waiting after a time.", "time,limit,wait,deadline,slow,seconds"),
    (
      "followRedirects", "Follow redirects", "Sends the request again to the URL of the redirect.",
      "redirect,location,301,302,follow"
    ),
    ("maxRedirects", "Largest number of redirects", "Stops after so many redirects.", "redirect,limit,max,loop"),
    (
      "verify", "Verify TLS certificates", "Checks that the server is the one that it claims to be.",
      "ssl,insecure,certificate,self,signed,https,k,check"
    ),
    (
      "ca", "Certificate authorities", "Trusts the certificate authorities in a file.",
      "ca,cacert,bundle,root,pem,tls,ssl,trust"
    ),
    ("minTls", "Oldest TLS version", "Refuses older versions of TLS.", "minimum,ssl,version,1.2,1.3"),
    ("maxTls", "Newest TLS version", "Uses no newer version of TLS.", "maximum,ssl,version,1.2,1.3"),
    ("encodeUrl", "Encode the URL", "Escapes characters that a URL cannot contain.", "escape,percent,encoding"),
    (
      "forwardAuthorizationHeader", "Forward authorization after a redirect", "Sends the login to other hosts, too.",
      "auth,redirect,credentials"
    ),
    ("acceptCompression", "Accept compression", "Lets the server compress the answer.", "gzip,deflate,brotli,zstd"),
    (
      "maximumBodySize", "Largest body to receive", "Stops reading when an answer is larger.", "limit,size,max,response"
    ),
    ("reconnect", "Reconnect to events", "Reconnects when an event stream ends.", "sse,stream,resume,events"),
    ("cookies", "Cookies of the request", "Sets whether cookies are kept and sent.", "cookie,jar,session,off"),
    ("history", "History of the request", "Sets whether its exchanges are recorded.", "record,log,private,off"),
    ("retries", "Retries after a failure", "Sends again when the server fails.", "retry,again,attempts,repeat"),
    ("retryStatuses", "Retry after these statuses", "Names the statuses that are tried again.", "retry,429,503,status"),
    ("retryAfter", "Obey Retry-After", "Waits as long as the server asks.", "retry,wait,rate,limit,429"),
    ("if", "Run only if", "Skips the request in a run unless this holds.", "condition,skip,when,conditional"),
    ("tags", "Tags of the request", "Names groups that a run can choose.", "label,tag,group,category"),
  ]

  /// The file `config.yml` and each of its keys; all open the file.
  static let settings =
    [file]
    + ConfigurationKey.all.map { key in
      let sentence = key.explanation.prefix(1).uppercased() + key.explanation.dropFirst() + "."
      return PalettePlace(
        id: "\(prefix)setting.\(key.name)", title: "Set \(key.name) in config.yml",
        words: CommandWords(sentence, settingWords[key.name] ?? ""),
        section: CommandSection.window.rawValue, refusal: { _ in nil }, open: { _ in [.system(.editSettings)] })
    }

  private static let file = PalettePlace(
    id: "\(prefix)settings", title: "Settings file config.yml",
    words: CommandWords(
      "Opens all your settings in your editor.", "preferences,configure,configuration,setup,customize"),
    section: CommandSection.window.rawValue, refusal: { _ in nil }, open: { _ in [.system(.editSettings)] })

  private static let settingWords = [
    "theme": "dark,light,color,colour,scheme,appearance", "keys": "keymap,vim,emacs,shortcuts,keyboard,preset",
    "bindings": "keymap,shortcuts,hotkeys,keyboard,rebind,remap", "clipboard": "copy,paste,osc52,tmux,ssh",
    "editor.command": "vim,nano,code,emacs", "editor.vim": "modal,mode,vi,normal,insert",
    "layout.tree": "sidebar,width", "layout.split": "panes,columns,horizontal,vertical",
    "layout.mouse": "click,select,scroll", "layout.borders": "lines,ascii,rounded,corners",
    "layout.motion": "animation,spinner,reduce", "send.timeout": "time,limit,default",
    "send.followRedirects": "redirect,default", "send.maximumBody": "size,limit,large,response",
    "send.verifyTLS": "ssl,insecure,certificate,self,signed",
    "send.httpVersion": "http2,http3,version,protocol,h2,quic",
    "scripts.timeout": "limit,time,javascript,loop",
    "history.keep": "limit,retention,number", "history.days": "limit,retention,age,old",
    "history.bodies": "limit,size,storage", "privacy.processEnvironment": "env,variables,shell,permission,allow",
    "privacy.filesOutside": "file,permission,allow", "accessibility.linear": "screen,reader,blind,voice,speech",
    "accessibility.announce": "screen,reader,voice,quiet",
  ]
}
