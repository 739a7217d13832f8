/// The sentence that the palette shows beside the title of a command, and the words that people type for it.
struct CommandWords: Sendable {
  /// One sentence, short enough for a row of the palette.
  let sentence: String
  /// Words in lower case that are not in the title.
  let synonyms: [Substring]

  /// - Parameter synonyms: separated by commas.
  init(_ sentence: String, _ synonyms: String) {
    self.sentence = sentence
    self.synonyms = synonyms.split(separator: ",")
  }
}

extension CommandWords {
  /// By the names of the commands. A test requires an entry for each command that the palette lists.
  static let all: [String: CommandWords] = [request, editing, reading, environments, going, window].reduce(into: [:]) {
    $0.merge($1) { first, _ in first }
  }

  /// Sending, files and history.
  private static let request: [String: CommandWords] = [
    "send": CommandWords(
      "Sends the open request and shows its answer.",
      "run,execute,fire,submit,go,call,perform,rerun,resend,again,repeat"),
    "sendRow": CommandWords("Sends the request under the cursor.", "run,execute"),
    "sendUnderSeveral": CommandWords(
      "Sends to several environments and compares the answers.",
      "compare,environments,staging,production,multiple,env"),
    "openScratch": CommandWords(
      "Opens anything that you type or paste.",
      "open,url,curl,new,quick,scratch,websocket,smart,paste,http,go"),
    "newFromClipboard": CommandWords("Creates a request from a copied URL or command.", "paste,curl,create,add,import"),
    "sayMessage": CommandWords(
      "Sends one of the request's saved messages.",
      "websocket,stream,ws,grpc,message,publish,emit"),
    "endInput": CommandWords("Tells the server that no more messages follow.", "grpc,stream,half,close,eof,finish"),
    "cancel": CommandWords("Stops waiting for the answer.", "stop,abort,kill,interrupt"),
    "runFolder": CommandWords(
      "Sends all requests of a folder and checks the answers.",
      "collection,runner,test,suite,batch,all,load,iterate,data,csv"),
    "folderSettings": CommandWords(
      "Opens what the requests of a folder share.",
      "config,preferences,inherit,default,base,shared,certificate,proxy,collection,options"),
    "save": CommandWords("Writes the request to its file.", "store,write,keep"),
    "editURL": CommandWords("Moves to the URL line and edits it.", "address,link,endpoint,path,host,query,change"),
    "previewWire": CommandWords(
      "Shows the exact head and body before they are sent.",
      "dry,run,raw,request,inspect,wire,view,body,headers"),
    "rerunScripts": CommandWords(
      "Runs the scripts on the answer, without sending.", "javascript,repeat"),
    "revealWire": CommandWords("Shows or hides secrets in the preview.", "password,token,mask"),
    "schema": CommandWords(
      "Opens the schema or the services beside the request.",
      "graphql,introspection,types,grpc,docs,query,fields"),
    "refreshSchema": CommandWords(
      "Reads the schema or the types from the server again.",
      "reload,introspection,update,graphql,grpc"),
    "fillVariables": CommandWords(
      "Writes a value for each variable that the schema names.",
      "graphql,generate,arguments,skeleton,example"),
    "explainVariables": CommandWords("Names the file that defines a variable.", "where,origin,scope,source,var"),
    "chooseMethod": CommandWords(
      "Lists the methods, and takes any other word.",
      "verb,get,post,put,patch,delete,head,options,http"),
    "copy": CommandWords("Lists everything that can be copied here.", "clipboard,yank,url,curl,body,header"),
    "copyAsCurl": CommandWords(
      "Copies the request as a curl command.",
      "clipboard,export,share,terminal,shell,command"),
    "copyRowAsCurl": CommandWords("Copies the request as a curl command.", "clipboard,export,share"),
    "export": CommandWords(
      "Writes the request, folder or collection to a file.",
      "code,python,javascript,fetch,swift,go,postman,share,snippet,generate,har,hurl"),
    "history": CommandWords("Opens the list of everything that was sent.", "past,previous,log,sent,recent,old"),
    "filterHistory": CommandWords("Searches what was sent by text, status or date.", "search,find,past,log"),
    "historyFilter": CommandWords("Narrows the list of exchanges.", "search,find"),
    "resendToday": CommandWords(
      "Resends an old request with current variables.", "resend,repeat,again,replay,retry,rerun"),
    "historySendToday": CommandWords(
      "Sends the request of the exchange once more.", "repeat,again,replay,resend,rerun"),
    "historySendAgain": CommandWords("Sends exactly the same bytes again.", "repeat,replay,again,exact"),
    "historyCompare": CommandWords("Shows what differs between two exchanges.", "diff,difference"),
    "historyMark": CommandWords("Chooses the other side of a comparison.", "select,diff"),
    "historyCopy": CommandWords("Copies a command line, with secrets masked.", "curl,clipboard"),
    "historyForget": CommandWords("Removes the exchange from the history.", "delete,remove"),
    "historyRestore": CommandWords("Brings the last deleted exchange back.", "undo,undelete"),
    "keepHistory": CommandWords(
      "Sets how many exchanges are kept, and for how long.",
      "retention,limit,size,days,clean,clear,old,privacy"),
    "resolveConflict": CommandWords("Shows your version and the one on disk.", "merge,git,diff,external"),
    "runStop": CommandWords("Starts the run, stops it, or continues it.", "pause,resume,begin"),
    "runAgain": CommandWords("Starts the same run from the beginning.", "repeat,restart,rerun"),
    "runFailedOnly": CommandWords("Hides the requests that passed.", "errors,failures,filter"),
    "runData": CommandWords("Sends the folder once for each row of a file.", "csv,json,iterations,loop,parameters"),
    "runMore": CommandWords("Doubles the number of parallel requests.", "concurrency,parallel,faster,threads,load"),
    "runFewer": CommandWords("Halves the number of parallel requests.", "concurrency,parallel,slower"),
    "runReport": CommandWords("Writes the results as JUnit, JSON or HTML.", "junit,html,export,results"),
    "runUntil": CommandWords("Polls until the assertions hold.", "poll,wait,retry,loop"),
    "runTempo": CommandWords(
      "Makes a load test of the run.",
      "load,benchmark,stress,rate,duration,repeat,performance,loop"),
    "convertCollection": CommandWords("Makes an older Bruno collection editable.", "bruno,upgrade,migrate"),
  ]

  /// Changing requests and files.
  private static let editing: [String: CommandWords] = [
    "newRequest": CommandWords("Makes a request in the folder under the cursor.", "create,add,make,http,get"),
    "newCollection": CommandWords("Makes a collection in this workspace.", "create,add,make,project"),
    "newFolder": CommandWords("Makes a folder in the folder under the cursor.", "create,add,make,directory,group"),
    "import": CommandWords(
      "Makes a collection from a file of another program.",
      "load,open,postman,insomnia,swagger,openapi,har,bruno,curl,paste,migrate,file"),
    "addRow": CommandWords(
      "Adds a header, a parameter, a field or a variable.",
      "new,create,header,parameter,query,field,variable,insert,form"),
    "toggle": CommandWords("Switches the row under the cursor on or off.", "enable,disable,check,uncheck,active"),
    "duplicate": CommandWords("Makes a copy of the request or row under the cursor.", "clone,copy"),
    "rename": CommandWords("Gives the item under the cursor another name.", "name,title,call"),
    "move": CommandWords("Moves the item under the cursor to another folder.", "drag,folder,into"),
    "delete": CommandWords("Deletes the item under the cursor; undo brings it back.", "remove,erase,trash,clear"),
    "moveUp": CommandWords("Moves the item one place up.", "order,sort,reorder"),
    "moveDown": CommandWords("Moves the item one place down.", "order,sort,reorder"),
    "sortFolder": CommandWords("Orders the requests of a folder by their names.", "order,alphabetical,arrange"),
    "switchKind": CommandWords(
      "Changes a part between text and file.",
      "multipart,file,upload,form,part,attach,certificate"),
    "renameMessage": CommandWords("Gives the message of the call another name.", "name,title"),
    "undo": CommandWords("Takes the last change back.", "revert,back,mistake"),
    "discard": CommandWords(
      "Returns to the saved version of the request.",
      "revert,unsaved,drop,reset,restore,saved"),
    "redo": CommandWords("Repeats the change that was undone.", "again,repeat,forward"),
    "editExternally": CommandWords("Opens the text in your own editor.", "vim,nano,code,external,emacs,visual"),
    "formatBody": CommandWords("Indents the JSON of the body.", "pretty,beautify,indent,json,prettify,tidy"),
    "chooseBodyKind": CommandWords(
      "Lists the kinds of body, from JSON to multipart.",
      "multipart,form,upload,file,json,xml,text,binary,graphql,urlencoded,type,data,payload,content,none"),
    "chooseAuthentication": CommandWords(
      "Lists the ways to log in, from Basic to OAuth 2.",
      "auth,login,basic,bearer,oauth,oauth2,token,api,key,digest,aws,jwt,password,credentials,sign,kind"),
  ]

  private static let reading: [String: CommandWords] = [
    "search": CommandWords("Searches in the answer or in the tree.", "find,text,grep"),
    "nextMatch": CommandWords("Goes to the match after the cursor.", "find,search,again"),
    "previousMatch": CommandWords("Goes to the match before the cursor.", "find,search,back"),
    "filter": CommandWords("Shows only what an expression selects.", "jsonpath,query,jq,select,path,extract,messages"),
    "valueMenu": CommandWords(
      "Lists what can be done with a value.",
      "extract,use,chain,variable,set,actions,reference"),
    "assertValue": CommandWords("Adds a test that expects this value again.", "test,check,expect,assertion,verify"),
    "recordAnswer": CommandWords("Adds a test that expects the same answer again.", "snapshot,golden,record,baseline"),
    "nextPage": CommandWords("Requests the page that the answer names.", "pagination,paginate,more,link,follow,next"),
    "explainValue": CommandWords(
      "Names where a value comes from and where it is used.",
      "origin,source,where,header,meaning"),
    "explainRequest": CommandWords(
      "Lists what the request uses and what uses it.",
      "depends,uses,chain,graph,references"),
    "fold": CommandWords("Hides or shows what is inside a value.", "collapse,expand"),
    "foldAll": CommandWords("Hides or shows what is inside all values.", "collapse,expand,everything"),
    "foldLess": CommandWords("Shows one more level of all values.", "expand,unfold,deeper"),
    "foldMore": CommandWords("Hides one more level of all values.", "collapse"),
    "cycleMode": CommandWords(
      "Shows the answer formatted, as sent, or as bytes.",
      "pretty,raw,hex,format,bytes,binary"),
    "chooseView": CommandWords(
      "Shows the answer as another kind of text.",
      "json,xml,html,text,encoding,charset,compact,type"),
    "order": CommandWords("Orders keys or rows; the answer itself stays.", "sort,alphabetical,column"),
    "showTable": CommandWords("Shows rows and columns instead of text.", "csv,grid,spreadsheet,array,columns"),
    "wrap": CommandWords("Continues long lines in the next row.", "line,break,word,soft,long"),
    "compare": CommandWords("Shows what changed since the last answer.", "diff,difference,changes,before"),
    "compareWith": CommandWords("Shows what differs from an older answer.", "diff,difference,changes"),
    "ignoreDifference": CommandWords("Leaves this difference out of comparisons.", "diff,hide,skip"),
    "showIgnored": CommandWords("Shows the differences that are left out.", "diff,hidden"),
    "parent": CommandWords("Moves to the object or array around the value.", "up,outer,container,enclosing"),
    "nextSibling": CommandWords("Skips what is inside the value.", "next,skip"),
    "previousSibling": CommandWords("Goes back, skipping what is inside values.", "previous"),
    "goToLine": CommandWords("Moves to a line by its number.", "jump,number,percent"),
    "selectLines": CommandWords("Begins a selection that the arrows extend.", "select,visual,range"),
    "showSecrets": CommandWords("Shows or hides secrets in the Sent tab.", "password,token,mask,reveal,hidden"),
    "copyValue": CommandWords("Copies the value, without quotation marks.", "clipboard,yank"),
    "saveBody": CommandWords("Writes the answer to a file.", "download,response,answer,file,export,write,store"),
    "pipe": CommandWords("Gives the answer to another program, such as jq.", "jq,shell,command,grep,unix"),
    "openExternally": CommandWords("Opens the answer in your own editor.", "vim,editor,view,external"),
    "failureField": CommandWords("Goes to the field that the failure is about.", "fix,error"),
    "failureVariable": CommandWords("Gives the missing variable a value.", "fix,error,undefined"),
    "failureSetting": CommandWords("Goes to the option that stopped the request.", "fix,error,limit"),
    "failureFile": CommandWords("Opens the file that cannot be read.", "fix,error"),
    "failureCommand": CommandWords("Copies a command that skips the check.", "insecure,verify,tls"),
    "failureAuthorities": CommandWords("Trusts the certificates that a file lists.", "ca,certificate,tls,authority"),
    "failureTrust": CommandWords(
      "Trusts the server's certificate from now on.",
      "certificate,tls,self,signed,insecure,accept"),
    "failureDemo": CommandWords("Starts the server that the demo needs.", "server,example"),
  ]

  /// Variables and cookies.
  private static let environments: [String: CommandWords] = [
    "chooseEnvironment": CommandWords(
      "Switches to another set of variables.",
      "env,switch,staging,production,variables,change,select,local,new"),
    "editEnvironment": CommandWords(
      "Opens the variables and secrets of the environment.",
      "env,variables,secret,change,add,var,value,base"),
    "cookies": CommandWords("Lists the stored cookies, to change or delete them.", "jar,session,store"),
    "cookieAdd": CommandWords("Stores a cookie that you type.", "new,create"),
    "cookieDelete": CommandWords("Removes the cookie under the cursor.", "remove"),
    "cookieReveal": CommandWords("Shows or hides the value of the cookie.", "secret"),
    "cookieCopy": CommandWords("Copies the value of the cookie.", "clipboard"),
    "cookieFilter": CommandWords("Narrows the list of cookies.", "search,find"),
    "cookieNextEnvironment": CommandWords("Shows the cookies of the next environment.", "env,switch"),
    "cookiePreviousEnvironment": CommandWords("Shows the cookies of the environment before.", "env,switch"),
    "cookieClear": CommandWords("Removes every cookie of the list.", "remove,clear,all,clean,reset"),
    "cookieRestore": CommandWords("Takes the last change of the cookies back.", "undelete"),
  ]

  private static let going: [String: CommandWords] = [
    "nextPane": CommandWords("Moves to the next pane.", "focus,switch,window"),
    "previousPane": CommandWords("Moves to the previous pane.", "focus,switch,window"),
    "enter": CommandWords("Opens the item, or edits the field.", "select,choose,activate"),
    "leave": CommandWords("Closes what is open, and stops what is running.", "close,disconnect,stop,escape,exit"),
    "leavePage": CommandWords("Returns from a page such as a run or the history.", "back,close,escape,exit"),
    "up": CommandWords("Moves the cursor up.", "cursor,line"),
    "down": CommandWords("Moves the cursor down.", "cursor,line"),
    "left": CommandWords("Moves the cursor left.", "cursor"),
    "right": CommandWords("Moves the cursor right.", "cursor"),
    "pageUp": CommandWords("Moves a page up.", "scroll"),
    "pageDown": CommandWords("Moves a page down.", "scroll"),
    "top": CommandWords("Moves to the beginning.", "first,start,home"),
    "bottom": CommandWords("Moves to the end.", "last,end"),
    "jump": CommandWords("Opens a request by a few letters of its name.", "find,search,open,go,quick,switch"),
    "jumpLabels": CommandWords("Shows letters that move the cursor when typed.", "hints,ace,easymotion,labels,go"),
    "findInFiles": CommandWords("Searches all files of the workspace.", "grep,search,global,everywhere,usages"),
    "goToDefinition": CommandWords("Opens the place that defines a variable.", "variable,source,declaration,jump"),
    "goBack": CommandWords("Returns from the definition.", "return,previous"),
  ]

  private static let window: [String: CommandWords] = [
    "zoom": CommandWords(
      "Gives the whole window to the focused pane.", "maximize,fullscreen,full,screen,bigger,enlarge,focus"),
    "cycleLayout": CommandWords(
      "Arranges the panes in another way.",
      "columns,split,panes,arrange,view,horizontal,vertical"),
    "grow": CommandWords("Makes the response larger.", "resize,bigger,split,height"),
    "shrink": CommandWords("Makes the response smaller.", "resize,smaller,split,height"),
    "widenTree": CommandWords("Gives the tree more columns.", "resize,sidebar,bigger,width"),
    "narrowTree": CommandWords("Gives the tree fewer columns.", "resize,sidebar,smaller,width"),
    "widenList": CommandWords("Gives the list more room.", "resize,bigger"),
    "narrowList": CommandWords("Gives the list less room.", "resize,smaller"),
    "chooseTheme": CommandWords(
      "Lists the themes and shows each one live.",
      "dark,light,color,colour,scheme,mode,appearance,skin,style,contrast,nord,dracula,gruvbox,solarized,catppuccin"),
    "palette": CommandWords("Finds every action by its name.", "commands,actions,search"),
    "menu": CommandWords(
      "Lists what can be done with the item under the cursor.",
      "actions,context,right,click,options"),
    "help": CommandWords(
      "Says where you are and what can be done now.",
      "keys,shortcuts,keyboard,bindings,manual,cheat,sheet,how"),
    "openWorkspace": CommandWords(
      "Opens another folder with its requests.",
      "project,directory,folder,switch,recent,collection,path"),
    "openDemo": CommandWords("Opens a copy of the demo, with its server.", "example,sample,try,tour,learn,start"),
    "openBeside": CommandWords("Adds a collection to the tree.", "project,second,multiple,folder"),
    "closeFolder": CommandWords("Removes this collection from the tree; its files stay.", "project,remove"),
    "suspend": CommandWords("Returns to the shell; fg comes back.", "background,shell,stop"),
    "quit": CommandWords("Leaves Apus; drafts are kept.", "exit,close,leave,bye"),
    "sayPlace": CommandWords("Reads where you are, for screen readers.", "accessibility,speak"),
    "sayList": CommandWords("Reads the lines around the cursor.", "accessibility,speak"),
    "sayMore": CommandWords("Reads on.", "accessibility,speak"),
  ]
}
