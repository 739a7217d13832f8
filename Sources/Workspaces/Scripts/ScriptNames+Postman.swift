extension ScriptNames {
  /// The names of Postman's sandbox. `insomnia` has those of `pm`, too.
  static let postman = [
    Topic(
      "Variables", .postman,
      """
      pm.{environment,globals,collectionVariables,variables,iterationData}.get(name) | The value of a variable
      pm.{environment,globals,collectionVariables,variables,iterationData}.has(name) | True if the variable exists
      pm.{environment,globals,collectionVariables,variables}.set(name, value) | Sets a variable; it keeps its JSON type
      pm.{environment,globals,collectionVariables,variables,iterationData}.unset(name) | Removes a variable
      pm.{environment,globals,collectionVariables,variables}.clear() | Removes all variables of the scope
      pm.{environment,globals,collectionVariables,variables,iterationData}.toObject() | All variables as an object
      pm.{environment,globals,collectionVariables,variables}.replaceIn(text) | Fills in `{{name}}`, with dynamic values
      pm.{environment,globals,collectionVariables,variables,iterationData}.values | The variables as a list
      pm.{environment,globals,collectionVariables,variables,iterationData}.toJSON() | The scope as an object
      pm.environment.name | The name of the environment
      """),
    Topic(
      "The response", .postman,
      """
      pm.response.code | The status code
      pm.response.status | The reason phrase, such as `OK`
      pm.response.reason() | The same as a function
      pm.response.headers | The headers, with the functions of a list
      pm.response.cookies | The cookies that the response set, with the functions of a list
      pm.response.responseTime | The time until the end of the answer, in milliseconds
      pm.response.responseSize | The size of the body in bytes
      pm.response.size() | The sizes of body and head in bytes
      pm.response.stream | The body as a buffer
      pm.response.text() | The body as text
      pm.response.json() | The body as a JSON value; an error if it is not JSON
      pm.response.jsonp() | The value in a call such as `callback({…})`
      pm.response.dataURI() | The body as a `data:` URL
      pm.response.contentInfo() | The type, charset and file name of the body
      pm.response.encoding() | The charset of the body
      pm.response.details() | Code, name and reason of the status
      pm.response.id | An identifier, made at random
      pm.response.toJSON() | The response as an object
      pm.response.to | The start of an assertion about the response
      pm.response.to.have.status(code) | Fails unless the status code or reason is this one
      pm.response.to.have.header(name, value) | Fails unless the response has the header
      pm.response.to.have.body(text) | Fails unless the body is this text, matches the pattern, or is not empty
      pm.response.to.have.jsonBody(path, value) | Fails unless the body is JSON, has the path, or has this value there
      pm.response.to.have.jsonSchema(schema) | Fails unless the body matches the schema (drafts 4, 7 and 2020-12)
      pm.response.to.have.statusCode(code) | Fails unless the status code is this one
      pm.response.to.have.statusReason(text) | Fails unless the reason phrase is this one
      pm.response.to.have.responseTime(ms) | \
      Fails unless the time is this one; `.above`, `.below` and `.within` compare it
      pm.response.to.be.{info,success,redirection,clientError,serverError,error} | \
      Fails unless the status is of this class
      pm.response.to.be.{ok,accepted,withoutContent,badRequest,unauthorized,forbidden} | \
      Fails unless the status is this one
      pm.response.to.be.{notFound,notAcceptable,rateLimited} | Fails unless the status is this one
      pm.response.to.be.{json,withBody} | Fails unless the body is JSON, or is not empty
      """),
    Topic(
      "The request", .postman,
      """
      pm.request.method | The method, which a script before the request may set
      pm.request.url | The URL, with its parts and functions
      pm.request.headers | The headers, with the functions of a list
      pm.request.body | The body: `mode`, `raw`, `urlencoded`, `formdata`, `graphql`, `update`
      pm.request.auth | The authentication: `type`, `parameters()`, `update`
      pm.request.{certificate,proxy} | May be changed without effect; Apus takes both from the collection
      pm.request.update(request) | Replaces parts of the request
      pm.request.getHeaders(options) | The headers as an object
      pm.request.forEachHeader(function) | Calls the function with each header
      pm.request.addHeader(header) | Adds a header
      pm.request.upsertHeader(header) | Replaces a header, or adds it
      pm.request.removeHeader(name) | Removes a header
      pm.request.addQueryParams(params) | Adds parameters to the query
      pm.request.removeQueryParams(names) | Removes parameters from the query
      pm.request.authorizeUsing(type, options) | Sets the authentication
      pm.request.toJSON() | The request as an object
      pm.request.clone() | A copy of the request
      pm.request.size() | The size of the body
      pm.request.to | The start of an assertion about the request
      """),
    Topic(
      "URLs and lists", .postman,
      """
      pm.request.url.{protocol,host,port,path,query,variables,hash,auth} | A part of the URL
      pm.request.url.toString() | The URL as text
      pm.request.url.{getHost,getPath,getQueryString,getPathWithQuery,getRaw,getRemote,getOAuth1BaseUrl}() | \
      A part of the URL as text
      pm.request.url.update(url) | Replaces the URL
      pm.request.url.addQueryParams(params) | Adds parameters to the query
      pm.request.url.removeQueryParams(names) | Removes parameters from the query
      pm.request.url.toJSON() | The parts as an object
      pm.{request,response}.headers.{get,getAll,one,has,indexOf,idx}(name) | Reads an item of the list
      pm.{request,response}.headers.{all,count,contentSize,toObject,toJSON,toString}() | The items of the list
      pm.{request,response}.headers.{each,filter,find,map,reduce}(function) | Calls the function with the items
      pm.{request,response}.headers.members | The items of the list
      pm.{request,response}.headers.{add,append,prepend,insert,insertAfter,upsert}(item) | Adds or replaces an item
      pm.{request,response}.headers.{remove,populate,repopulate,assimilate}(items) | Removes or replaces items
      pm.{request,response}.headers.clear() | Removes all items
      """),
    Topic(
      "Sending", .postman,
      """
      pm.sendRequest(request, function) | Sends a request; calls the function with error and response, or is a promise
      pm.cookies.{get,has}(name) | Reads a cookie for the URL of the request
      pm.cookies.toObject() | The cookies for the URL of the request as an object
      pm.cookies.{all,count,toJSON,toString}() | The cookies as a list
      pm.cookies.one(name) | A cookie with its attributes
      pm.cookies.{each,filter,find,map,reduce}(function) | Calls the function with the cookies
      pm.cookies.jar() | The cookie jar: `get`, `getAll`, `set`, `unset` and `clear` for any URL that scripts may reach
      """),
    Topic(
      "The run", .postman,
      """
      pm.info.eventName | `prerequest` or `test`
      pm.info.{iteration,iterationCount} | The iteration, from 0, and their number
      pm.info.{requestName,requestId} | The request
      pm.execution.setNextRequest(name) | Continues the run with this request; `null` ends the iteration
      pm.execution.skipRequest() | Does not send the request; for scripts before it
      pm.execution.runRequest(name) | Sends a request of the collection; a promise of its response
      pm.execution.location | The names of the folders around the request
      pm.execution.location.current | The name of the item whose script runs
      """),
    Topic(
      "Older names", .postman,
      """
      postman.{setEnvironmentVariable,setGlobalVariable}(name, value) | Sets a variable
      postman.{getEnvironmentVariable,getGlobalVariable}(name) | The value of a variable
      postman.{clearEnvironmentVariable,clearGlobalVariable}(name) | Removes a variable
      postman.{clearEnvironmentVariables,clearGlobalVariables}() | Removes all variables of the scope
      postman.getResponseHeader(name) | The value of a response header
      postman.getResponseCookie(name) | A cookie that the response set
      postman.setNextRequest(name) | Continues the run with this request; `null` ends the iteration
      tests[name] = value | A test that passes if the value is true
      responseBody | The body as text
      responseCode | The status: `code`, `name`, `detail`
      {responseTime,responseHeaders,responseCookies} | The response
      {environment,globals,data,iteration,request} | Variables, the row of the data file, the iteration, the request
      """),
  ]
}
