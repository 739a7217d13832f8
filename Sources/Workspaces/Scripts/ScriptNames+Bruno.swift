extension ScriptNames {
  static let bruno = [
    Topic(
      "bru", .bruno,
      """
      bru.getVar(name) | The value of a runtime variable, with `{{…}}` filled in
      bru.setVar(name, value) | Sets a runtime variable, which stands above all others for the rest of the session
      bru.hasVar(name) | True if the runtime variable exists
      bru.deleteVar(name) | Removes a runtime variable
      bru.deleteAllVars() | Removes all runtime variables
      bru.getAllVars() | All runtime variables as an object
      bru.{getEnvVar,getGlobalEnvVar,getCollectionVar}(name) | The value in its scope, with `{{…}}` filled in
      bru.{setEnvVar,setGlobalEnvVar,setCollectionVar}(name, value) | Sets a variable of the scope for the session
      bru.{hasEnvVar,hasGlobalEnvVar,hasCollectionVar}(name) | True if the variable exists in its scope
      bru.{deleteEnvVar,deleteGlobalEnvVar,deleteCollectionVar}(name) | Removes a variable
      bru.{deleteAllEnvVars,deleteAllGlobalEnvVars,deleteAllCollectionVars}() | Removes all variables of the scope
      bru.{getAllEnvVars,getAllGlobalEnvVars,getAllCollectionVars}() | All variables of the scope as an object
      bru.{getFolderVar,getRequestVar}(name) | The value in its scope, with `{{…}}` filled in
      bru.{hasFolderVar,hasRequestVar}(name) | True if the variable exists in its scope
      bru.getProcessEnv(name) | A variable of the process, if you allowed it to the scripts of the collection
      bru.getOauth2CredentialVar(name) | A part of the OAuth 2 answer; always undefined
      bru.resetOauth2Credential(name) | Forgets an OAuth 2 answer; does nothing
      bru.{getEnvName,getCollectionName}() | The name of the environment, or of the collection
      bru.interpolate(value) | Fills in `{{…}}` in a text, or in the texts of an object
      bru.cwd() | The folder of the collection, for `require`
      bru.isSafeMode() | True, since no script reaches files or programs
      bru.sleep(ms) | A promise that waits; waits take no time of the script's limit
      bru.sendRequest(options, function) | Sends a request, with the options of axios
      bru.runRequest(path) | Sends a request of the collection; a promise of its response
      bru.setNextRequest(name) | Continues the run with this request; `null` ends the run
      bru.runner.setNextRequest(name) | The same
      bru.runner.skipRequest() | Does not send the request; for scripts before it
      bru.runner.stopExecution() | Ends the run after this request
      bru.runner.{iterationIndex,totalIterations} | The iteration, from 0, and their number
      bru.runner.iterationData.{get,has}(name) | The row of the data file
      bru.runner.iterationData.getAll() | The row of the data file as an object
      bru.cookies.jar() | The cookie jar: `getCookie`, `getCookies`, `setCookie`, `setCookies`, `hasCookie`, \
      `deleteCookie`, `deleteCookies` and `clear` for any URL that scripts may reach
      bru.cookies.{get,has}(name) | Reads a cookie for the URL of the request
      bru.getTestResults() | A promise of the results of the tests so far
      bru.getAssertionResults() | A promise of the results of the assertions; empty, since they are judged later
      bru.disableParsingResponseJson() | Keeps `res.body` as text
      bru.utils.{minifyJson,minifyXml}(text) | The text without white space between its parts
      """),
    Topic(
      "req", .bruno,
      """
      req.{url,method,headers,body,timeout,name,tags,pathParams,authMode} | A part of the request
      req.{getUrl,getMethod,getHeaders,getTimeout,getName,getTags,getPathParams}() | A part of the request
      req.{getHost,getPath,getQueryString}() | A part of the URL; empty while the URL is not complete
      req.getBody(options) | The body, as a value if it is JSON; as text with `{raw: true}`
      req.getHeader(name) | The value of a header
      req.getAuthMode() | The type of the authentication, such as `bearer`
      req.setUrl(url) | Replaces the URL
      req.setMethod(method) | Replaces the method
      req.setHeader(name, value) | Replaces a header, or adds it
      req.setHeaders(headers) | Replaces all headers
      req.deleteHeader(name) | Removes a header
      req.deleteHeaders(names) | Removes headers
      req.setBody(value, options) | Replaces the body; an object becomes JSON
      req.setTimeout(ms) | Replaces the limit on the time of the request
      req.setMaxRedirects(count) | Replaces the limit on redirects
      req.getExecutionMode() | `runner` in a run, `standalone` for a single send
      req.getExecutionPlatform() | `cli`
      req.disableParsingResponseJson() | Keeps `res.body` as text
      req.onFail(function) | Calls the function if the transfer fails; kept for files of Bruno, does nothing
      req.skip(reason) | Does not send the request; for scripts before it
      """),
    Topic(
      "res", .bruno,
      """
      res.{status,statusText,headers,body,responseTime,url} | A part of the response; a JSON body is a value
      res.{getStatus,getStatusText,getHeaders,getBody,getResponseTime,getUrl}() | A part of the response
      res.getHeader(name) | The value of a header, in any case
      res.getSize() | The sizes `header`, `body` and `total` in bytes
      res.getDataBuffer() | The body as a buffer
      res.setBody(value) | Replaces the body for later scripts and assertions
      res.{messages,trailers} | The messages received over WebSocket or gRPC, and the trailers of a call
      res(path) | The values at a path of the body: `res("items[0].name")`, `res("..id")`
      """),
    Topic(
      "bru.grpc", .bruno,
      """
      bru.grpc.request.{url,method,methodType,name,authMode} | A part of the gRPC call
      bru.grpc.response.{statusCode,statusText,duration} | Status of the call, its name, and the milliseconds
      bru.grpc.{request,response}.messages.get(index) | A message, the first by default: `data` and `timestamp`
      bru.grpc.{request,response}.messages.{all,count,toJSON}() | The messages sent or received
      bru.grpc.{request,response}.messages.{each,filter,find,map,reduce}(function) | Calls the function with each
      bru.grpc.{request,response}.metadata.{get,one,has,indexOf}(name) | Reads an item of the metadata
      bru.grpc.{request,response}.metadata.{all,count,toObject,toJSON,toString}() | The metadata
      bru.grpc.{request,response}.metadata.{each,filter,find,map,reduce}(function) | Calls the function with the items
      bru.grpc.request.metadata.{set,upsert}(name, value) | Replaces an item, or adds it; for scripts before the call
      bru.grpc.request.metadata.setAll(values) | Replaces all items
      bru.grpc.request.metadata.remove(name) | Removes an item
      bru.grpc.request.metadata.clear() | Removes all items
      bru.grpc.response.trailers.{get,one,has,indexOf}(name) | Reads a trailer
      bru.grpc.response.trailers.{all,count,toObject,toJSON,toString}() | The trailers
      bru.grpc.response.trailers.{each,filter,find,map,reduce}(function) | Calls the function with the trailers
      """),
  ]

  /// The names of Insomnia, and of the HTTP clients of IntelliJ and httpYac.
  static let others = [
    Topic(
      "Insomnia", .insomnia,
      """
      insomnia.baseEnvironment.{get,has,unset}(name) | A variable of the collection
      insomnia.baseEnvironment.set(name, value) | Sets a variable of the collection
      insomnia.baseEnvironment.{clear,toObject}() | All variables of the collection
      insomnia.baseEnvironment.replaceIn(text) | Fills in `{{name}}`
      insomnia.baseGlobals.{get,has,unset}(name) | A global variable
      insomnia.baseGlobals.set(name, value) | Sets a global variable
      insomnia.baseGlobals.{clear,toObject}() | All global variables
      insomnia.baseGlobals.replaceIn(text) | Fills in `{{name}}`
      insomnia.parentFolders.{get,getById,getByName}(name) | A folder around the request, with its `environment`
      insomnia.parentFolders.{getEnvironments,toObject}() | The folders around the request
      insomnia.collection.name | The name of the collection
      insomnia.response.body | The body as text
      insomnia.settings | The settings of Insomnia; empty
      """),
    Topic(
      "IntelliJ and httpYac", .httpClient,
      """
      client.test(name, function) | Runs a test
      client.assert(condition, message) | Fails unless the condition is true
      client.log(text) | Writes a line to the console
      client.exit() | Ends the script; later scripts run
      client.global.get(name) | The value of a variable
      client.global.set(name, value) | Sets a variable for the session
      client.global.isEmpty() | True if no variable is set
      client.global.clear(name) | Removes a variable
      client.global.clearAll() | Removes all variables
      client.variables.{global,environment}.get(name) | The value of a variable
      client.variables.{global,environment}.set(name, value) | Sets a variable for the session
      response.{status,body,contentType} | The response; a JSON body is a value. Only with Bruno's rules
      response.headers.{valueOf,valuesOf}(name) | The first value of a header, or all of them
      request.{method,url,body} | The request; `url` and `body` have `getRaw()` and `tryGetSubstituted()`. Bruno's rules
      request.headers.{all,findByName}(name) | The headers, with `getRawValue()` and `tryGetSubstitutedValue()`
      request.environment.get(name) | A variable of the environment
      request.variables.get(name) | A variable of the request
      request.variables.set(name, value) | Sets a variable for this request
      """),
  ]
}
