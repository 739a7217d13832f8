/// One option of curl's command line.
struct CurlOption: Hashable, Sendable {
  /// The support for the option.
  enum Use: Sendable {
    /// It changes the request, its transfer or the output; code handles it by name.
    case supported
    /// It changes nothing that is sent or printed here.
    case harmless
    /// It changes no byte that is sent, and a notice names it.
    case named
    /// Named, and the command is not sent.
    case unsupported
  }

  var name: String
  var takesValue: Bool
  var use: Use
}

/// Every option of curl 7.88 to 8.17, with its letter and its arity, so that no value is taken for a URL.
struct CurlOptionTable: Sendable {
  private var options: [String: CurlOption] = [:]
  private var letters: [Unicode.Scalar: CurlOption] = [:]
  private var sortedNames: [String] = []

  static let standard = CurlOptionTable()

  private init() {
    add(Self.supported, .supported)
    add(Self.harmless, .harmless)
    add(Self.named, .named)
    add(Self.unsupported, .unsupported)
    sortedNames = options.keys.sorted()
  }

  /// Each word is `name`, `name,letter`, and ends in `=` if the option takes a value.
  private mutating func add(_ words: String, _ use: CurlOption.Use) {
    for word in words.split(whereSeparator: \.isWhitespace) {
      let takesValue = word.hasSuffix("=")
      let fields = word.dropLast(takesValue ? 1 : 0).split(separator: ",")
      let option = CurlOption(name: String(fields[0]), takesValue: takesValue, use: use)
      options[option.name] = option
      if fields.count > 1 { fields[1].unicodeScalars.first.map { letters[$0] = option } }
    }
  }

  func option(letter: Unicode.Scalar) -> CurlOption? { letters[letter] }

  enum Lookup: Hashable {
    case found(CurlOption, isOn: Bool)
    case ambiguous([String])
    case unknown
  }

  /// Finds a long option: exact, as a switch with `no-`, or an unambiguous prefix.
  ///
  /// If nothing else matches, case is ignored, as in curl before 8.7.
  func option(named name: String) -> Lookup {
    let found = exactOption(named: name)
    guard case .unknown = found, name != name.lowercased() else { return found }
    return exactOption(named: name.lowercased())
  }

  private func exactOption(named name: String) -> Lookup {
    if let option = options[name] { return .found(option, isOn: true) }
    if name.hasPrefix("no-") {
      let base = String(name.dropFirst(3))
      if let option = options[base], !option.takesValue { return .found(option, isOn: false) }
      let starts = sortedNames.filter { $0.hasPrefix(base) && options[$0]?.takesValue == false }
      if !base.isEmpty, starts.count == 1, let option = options[starts[0]] { return .found(option, isOn: false) }
    }
    if name.hasPrefix("expand-") {
      return .found(CurlOption(name: name, takesValue: true, use: .unsupported), isOn: true)
    }
    let starts = name.isEmpty ? [] : sortedNames.filter { $0.hasPrefix(name) }
    if starts.count == 1, let option = options[starts[0]] { return .found(option, isOn: true) }
    return starts.isEmpty ? .unknown : .ambiguous(starts)
  }
}

extension CurlOptionTable {
  private static let supported = """
    anyauth aws-sigv4= basic cacert= cert,E= cert-type= compressed connect-timeout= connect-to= cookie,b=
    cookie-jar,c= create-dirs crlfile= data,d= data-ascii= data-binary= data-raw= data-urlencode= digest
    dump-header,D= fail,f fail-early fail-with-body follow form,F= form-string= get,G globoff,g head,I header,H=
    http1.0,0 http1.1 http2 http2-prior-knowledge http3 http3-only include,i insecure,k interface= json= key=
    location,L location-trusted max-redirs= max-time,m= negotiate netrc,n netrc-file= netrc-optional next,: noproxy=
    ntlm oauth2-bearer= output,o= output-dir= pass= path-as-is pinnedpubkey= post301 post302 post303 proxy,x=
    proxy-user,U= proxy1.0= range,r= referer,e= remote-name,O remote-name-all request,X= request-target= resolve=
    retry= retry-all-errors retry-connrefused retry-delay= retry-max-time= show-headers silent,s socks4= socks4a=
    socks5= socks5-hostname= speed-limit,Y= speed-time,y= time-cond,z= tls-max= tlsv1,1 tlsv1.0 tlsv1.1 tlsv1.2
    tlsv1.3 unix-socket= upload-file,T= url= url-query= user,u= user-agent,A= verbose,v write-out,w=
    """

  private static let harmless = """
    buffer,N disable,q keepalive keepalive-time= no-buffer parallel,Z parallel-immediate parallel-max= progress-bar,#
    progress-meter remote-time,R sessionid show-error,S styled-output tcp-nodelay trace-time
    """

  private static let named = """
    ipv4,4 ipv6,6 libcurl= limit-rate= proxy-cacert= remote-header-name,J ssl-no-revoke stderr= trace= trace-ascii=
    """

  private static let unsupported = """
    abstract-unix-socket= allow-username-in-url alpn alt-svc= append,a ca-native capath= cert-status ciphers= clobber
    compressed-ssh config,K= continue-at,C= create-file-mode= crlf curves= delegation= disable-eprt disable-epsv
    disallow-username-in-url dns-interface= dns-ipv4-addr= dns-ipv6-addr= dns-servers= doh-cert-status doh-insecure
    doh-url= dump-ca-embed ech= egd-file= engine= eprt epsv etag-compare= etag-save= expect100-timeout= false-start
    form-escape ftp-account= ftp-alternative-to-user= ftp-create-dirs ftp-method= ftp-pasv ftp-port,P= ftp-pret
    ftp-skip-pasv-ip ftp-ssl ftp-ssl-ccc ftp-ssl-ccc-mode= ftp-ssl-control ftp-ssl-reqd happy-eyeballs-timeout-ms=
    haproxy-clientip= haproxy-protocol help,h hostpubmd5= hostpubsha256= hsts= http0.9 ignore-content-length ip-tos=
    ipfs-gateway= junk-session-cookies,j keepalive-cnt= key-type= knownhosts= krb= krb4= list-only,l local-port=
    login-options= mail-auth= mail-from= mail-rcpt= mail-rcpt-allowfails manual,M max-filesize= metalink mptcp
    no-clobber npn ntlm-wb out-null parallel-max-host= preproxy= proto= proto-default= proto-redir= proxy-anyauth
    proxy-basic proxy-ca-native proxy-capath= proxy-cert= proxy-cert-type= proxy-ciphers= proxy-crlfile= proxy-digest
    proxy-header= proxy-http2 proxy-http3 proxy-insecure proxy-key= proxy-key-type= proxy-negotiate proxy-ntlm
    proxy-pass= proxy-pinnedpubkey= proxy-service-name= proxy-ssl-allow-beast proxy-ssl-auto-client-cert
    proxy-tls13-ciphers= proxy-tlsauthtype= proxy-tlspassword= proxy-tlsuser= proxy-tlsv1 proxytunnel,p pubkey=
    quote,Q= random-file= rate= raw remove-on-error sasl-authzid= sasl-ir service-name= sigalgs= signature-algorithms=
    skip-existing socks5-basic socks5-gssapi socks5-gssapi-nec socks5-gssapi-service= ssl ssl-allow-beast
    ssl-auto-client-cert ssl-reqd ssl-revoke-best-effort ssl-sessions= sslv2,2 sslv3,3 suppress-connect-headers
    tcp-fastopen telnet-option,t= tftp-blksize= tftp-no-options tls-earlydata tls13-ciphers= tlsauthtype= tlspassword=
    tlsuser= tr-encoding trace-config= trace-ids upload-flags= use-ascii,B variable= version,V vlan-priority= xattr
    """
}
